#include "linalg/columns.hpp"

#include <algorithm>  // std::fill_n

#include "simd/lanes.hpp"

namespace posenc {
namespace {

using lanes::both;
using lanes::f64x2;
using lanes::load;
using lanes::store;

double total(f64x2 v) { return v[0] + v[1]; }

// out[0 … 3] = four columns · x
[[gnu::noinline]] void dot_four(const double* a, std::size_t stride, std::size_t n, const double* x,
                                double* out) {
  const double *b = a + stride, *c = b + stride, *d = c + stride;
  f64x2 sa = {}, sb = {}, sc = {}, sd = {};
  for (std::size_t i = 0; i + 2 <= n; i += 2) {
    const f64x2 v = load(x + i);
    sa += load(a + i) * v, sb += load(b + i) * v, sc += load(c + i) * v, sd += load(d + i) * v;
  }
  out[0] = total(sa), out[1] = total(sb), out[2] = total(sc), out[3] = total(sd);
  if (n % 2 != 0)
    for (std::size_t k = 0; k < 4; ++k) out[k] += a[k * stride + n - 1] * x[n - 1];
}

// y -= four columns times p, q, r, s
[[gnu::noinline]] void subtract_four(const double* a, std::size_t stride, std::size_t n, double p,
                                     double q, double r, double s, double* y) {
  const double *b = a + stride, *c = b + stride, *d = c + stride;
  const f64x2 pp = both(p), qq = both(q), rr = both(r), ss = both(s);
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2)
    store(y + i, load(y + i) - ((load(a + i) * pp + load(b + i) * qq) +
                                (load(c + i) * rr + load(d + i) * ss)));
  if (i < n) y[i] -= (a[i] * p + b[i] * q) + (c[i] * r + d[i] * s);
}

[[gnu::noinline]] void subtract_one(const double* a, std::size_t n, double p, double* y) {
  const f64x2 pp = both(p);
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) store(y + i, load(y + i) - load(a + i) * pp);
  if (i < n) y[i] -= a[i] * p;
}

// y += four columns times p[0 … 3], and out[0 … 3] = four columns · x, in one pass
[[gnu::noinline]] void both_ways(const double* a, std::size_t stride, std::size_t n,
                                 const double* p, const double* x, double* y, double* out) {
  const double *b = a + stride, *c = b + stride, *d = c + stride;
  const f64x2 p0 = both(p[0]), p1 = both(p[1]), p2 = both(p[2]), p3 = both(p[3]);
  f64x2 sa = {}, sb = {}, sc = {}, sd = {};
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const f64x2 v = load(x + i), va = load(a + i), vb = load(b + i), vc = load(c + i),
                vd = load(d + i);
    sa += va * v, sb += vb * v, sc += vc * v, sd += vd * v;
    store(y + i, load(y + i) + ((va * p0 + vb * p1) + (vc * p2 + vd * p3)));
  }
  out[0] = total(sa), out[1] = total(sb), out[2] = total(sc), out[3] = total(sd);
  if (i < n) {
    out[0] += a[i] * x[i], out[1] += b[i] * x[i], out[2] += c[i] * x[i], out[3] += d[i] * x[i];
    y[i] += (a[i] * p[0] + b[i] * p[1]) + (c[i] * p[2] + d[i] * p[3]);
  }
}

}  // namespace

[[gnu::noinline]] double dot(const double* x, const double* y, std::size_t n) {
  f64x2 s0 = {}, s1 = {}, s2 = {}, s3 = {};
  for (std::size_t i = 0; i + 8 <= n; i += 8) {
    s0 += load(x + i) * load(y + i), s1 += load(x + i + 2) * load(y + i + 2);
    s2 += load(x + i + 4) * load(y + i + 4), s3 += load(x + i + 6) * load(y + i + 6);
  }
  double sum = total((s0 + s1) + (s2 + s3));
  for (std::size_t i = n - n % 8; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

void dot_columns(const ConstColumns& a, const double* x, double* out) {
  std::size_t c = 0;
  for (; c + 4 <= a.cols; c += 4) dot_four(a.column(c), a.stride, a.rows, x, out + c);
  for (; c < a.cols; ++c) out[c] = dot(a.column(c), x, a.rows);
}

void subtract_columns(const ConstColumns& a, const double* x, std::size_t step, double* y) {
  std::size_t c = 0;
  for (; c + 4 <= a.cols; c += 4)
    subtract_four(a.column(c), a.stride, a.rows, x[c * step], x[(c + 1) * step], x[(c + 2) * step],
                  x[(c + 3) * step], y);
  for (; c < a.cols; ++c) subtract_one(a.column(c), a.rows, x[c * step], y);
}

void symmetric_product(const ConstColumns& a, const double* x, double* y) {
  const std::size_t n = a.rows;
  std::fill_n(y, n, 0.0);
  for (std::size_t j = 0; j < n; j += 4) {
    const std::size_t width = std::min<std::size_t>(4, n - j);
    const double* corner = a.column(j) + j;
    for (std::size_t c = 0; c < width; ++c) {
      y[j + c] += corner[c * a.stride + c] * x[j + c];
      for (std::size_t r = c + 1; r < width; ++r) {
        y[j + r] += corner[c * a.stride + r] * x[j + c];
        y[j + c] += corner[c * a.stride + r] * x[j + r];
      }
    }
    if (width < 4) break;
    double sums[4];
    both_ways(corner + 4, a.stride, n - j - 4, x + j, x + j + 4, y + j + 4, sums);
    for (std::size_t c = 0; c < 4; ++c) y[j + c] += sums[c];
  }
}

[[gnu::noinline]] void rotate_columns(double* x, double* y, std::size_t n, double c, double s) {
  const f64x2 cc = both(c), ss = both(s);
  std::size_t i = 0;
  for (; i + 2 <= n; i += 2) {
    const f64x2 u = load(x + i), v = load(y + i);
    store(x + i, cc * u - ss * v);
    store(y + i, ss * u + cc * v);
  }
  if (i < n) {
    const double u = x[i], v = y[i];
    x[i] = c * u - s * v;
    y[i] = s * u + c * v;
  }
}

}  // namespace posenc
