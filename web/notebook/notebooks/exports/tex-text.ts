/** Text for LaTeX; characters that exist only in math fonts are set as formulas. */
const signs: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '−': '$-$',
  '×': '$\\times$',
  '·': '$\\cdot$',
  '±': '$\\pm$',
  '°': '$^\\circ$',
  '≤': '$\\le$',
  '≥': '$\\ge$',
  '≈': '$\\approx$',
  '≠': '$\\ne$',
  '∞': '$\\infty$',
  '√': '$\\surd$',
  '→': '$\\rightarrow$',
  '←': '$\\leftarrow$',
  '↑': '$\\uparrow$',
  '↓': '$\\downarrow$',
  '⟨': '$\\langle$',
  '⟩': '$\\rangle$',
  '′': "$'$",
  '½': '$\\frac12$',
  '⁻': '$^-$',
  '⁺': '$^+$',
  ᵀ: '$^{\\mathsf T}$',
  '⊤': '$\\top$',
  '…': '\\ldots{}',
  '–': '--',
  '—': '---',
  '“': '``',
  '”': "''",
  '„': ',,',
  '‘': '`',
  '’': "'",
  '✓': '$\\surd$',
  '✗': '$\\times$',
  '☐': '$\\Box$',
  '☑': '$\\surd$',
  '\u00a0': '~',
  '\u2009': '\\,',
  '\u202f': '\\,',
};
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

/** Unsupported characters become their code point. */
function sign(one: string): string {
  const known = signs[one];
  if (known !== undefined) return known;
  const code = one.codePointAt(0)!;
  if (code === 0x7f || (code < 0x20 && one !== '\n')) return ' ';
  if (code < 0x80 || (code >= 0xa1 && code <= 0xff)) return one;
  const [up, down] = [raised.indexOf(one), lowered.indexOf(one)];
  if (up >= 0) return `$^${up}$`;
  if (down >= 0) return `$_${down}$`;
  const small = code - 0x3b1;
  if (small >= 0 && small < greek.length) return `$${greek[small] === 'omicron' ? 'o' : `\\${greek[small]}`}$`;
  const capital = { Γ: 'Gamma', Δ: 'Delta', Θ: 'Theta', Λ: 'Lambda', Σ: 'Sigma', Φ: 'Phi', Ψ: 'Psi', Ω: 'Omega' }[one];
  return capital ? `$\\${capital}$` : `{\\ttfamily U+${code.toString(16).toUpperCase()}}`;
}

export const texText = (text: string): string => Array.from(text, sign).join('');
