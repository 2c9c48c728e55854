/** posenc/eigen.hpp covers prepared.hpp, and docs/eigen.md prints posenc's eigenvalues; tests/library has numbers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, pages, root } from './support/docs.mjs';
import { pe } from './support/instance.mjs';

const text = (path) => readFileSync(join(root, path), 'utf8');
const page = pages.get('docs/eigen.md');
const block = (name) => blocksOf(page).find(({ language }) => language === name).code;

/** The methods of the class Prepared that return numbers. */
const methods = [
  ...new Set(
    [...text('src/include/posenc/prepared.hpp').matchAll(/^ {2}Result<.+> (\w+)\(/gm)].map(([, name]) => name),
  ),
];
/** Results of these have their own type, and view() accepts them. */
const seen = { facts: 'Fact', report: 'std::vector<double>' };

test('every method of a prepared spec has its form in Eigen, which is tested and on the page', () => {
  assert.ok(methods.length >= 12, methods.join());
  const header = text('src/include/posenc/eigen.hpp');
  const tests = text('tests/library/eigen_test.cpp');
  for (const method of methods) {
    if (seen[method]) assert.ok(header.includes(` view(const ${seen[method]}& `), method);
    else {
      assert.match(header, new RegExp(`^(inline )?Result<.+> ${method}\\(const Prepared& spec\\b`, 'm'), method);
      assert.match(tests, new RegExp(`\\beigen::${method}\\b`), method);
      // methods that write to the caller's memory also have an _into form; logits have three dimensions
      if (text('src/include/posenc/prepared.hpp').includes(`Result<void> ${method}(`) && method !== 'attention_scores')
        assert.match(tests, new RegExp(`\\beigen::${method}_into\\b`), method);
    }
    assert.match(page, new RegExp(`^\\|[^|]*\`${method}\\(`, 'm'), method);
  }
});

test('the program of docs/eigen.md is the example', () => {
  assert.equal(block('cpp'), text('examples/cpp/eigen.cpp'));
});

test("the eigenvalues of docs/eigen.md, which are Eigen's, are posenc's", async () => {
  const printed = [...block('text').matchAll(/^eigenvalue \d: (\S+), of the channels (\S+)$/gm)];
  assert.equal(printed.length, 4);
  const table = { spec: { encoding: 'sinusoidal', dim: 16 }, positions: 64 };
  const { eigenvalues, trace } = await pe.analyse({ analysis: 'spectrum' }, { table });
  printed.forEach(([, ...both], k) => {
    for (const value of both) assert.equal(value, String(Number(eigenvalues[k].toPrecision(9))));
  });
  const share = eigenvalues.slice(0, 4).reduce((sum, value) => sum + value) / trace;
  assert.ok(block('text').includes(`four of 64 hold ${(100 * share).toFixed(4)} % of the trace`));
});
