/**
 * The TeX allowed in LaTeX exports. Notebooks may be untrusted, and LaTeX can read and write files and expand without
 * end. So a formula is copied only if all its control words and environments are in these lists. They are known to
 * Temml and to amsmath, amssymb and xcolor (loaded by TikZ), and none defines, expands or reads anything.
 */
const words = new Set(
  `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
  varepsilon vartheta varpi varrho varsigma varphi varkappa digamma Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
  varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega

  aleph beth gimel daleth ell eth hbar hslash imath jmath wp Re Im mho Finv Game Bbbk complement partial nabla infty emptyset
  varnothing forall exists nexists neg lnot angle measuredangle sphericalangle triangle triangledown bot top flat natural sharp
  clubsuit diamondsuit heartsuit spadesuit prime backprime surd diagup diagdown bigstar blacksquare square Box Diamond lozenge
  blacklozenge blacktriangle blacktriangledown circledR circledS checkmark maltese S P copyright pounds yen dag ddag

  pm mp times div ast star cdot circ bullet cap cup uplus sqcap sqcup vee lor wedge land setminus smallsetminus wr amalg diamond
  bigtriangleup bigtriangledown triangleleft triangleright lhd rhd unlhd unrhd oplus ominus otimes oslash odot bigcirc dagger
  ddagger barwedge veebar curlywedge curlyvee boxplus boxminus boxtimes boxdot ltimes rtimes leftthreetimes rightthreetimes
  circleddash circledast circledcirc centerdot divideontimes dotplus intercal Cap Cup doublecap doublecup bmod pmod mod pod

  le leq ge geq ne neq lt gt equiv sim simeq approx approxeq cong propto varpropto doteq asymp models vdash dashv Vdash Vvdash vDash
  mid nmid parallel nparallel perp ll gg lll ggg prec succ preceq succeq in ni owns notin subset supset subseteq supseteq sqsubset
  sqsupset sqsubseteq sqsupseteq bowtie Join smile frown between therefore because leqslant geqslant leqq geqq eqslantless
  eqslantgtr lesssim gtrsim lessapprox gtrapprox lessdot gtrdot lessgtr gtrless lesseqgtr gtreqless lesseqqgtr gtreqqless
  triangleq circeq eqcirc bumpeq Bumpeq risingdotseq fallingdotseq Doteq thicksim thickapprox backsim backsimeq eqsim
  subseteqq supseteqq Subset Supset subsetneq supsetneq subsetneqq supsetneqq nsubseteq nsupseteq preccurlyeq succcurlyeq
  curlyeqprec curlyeqsucc precsim succsim precapprox succapprox vartriangle vartriangleleft vartriangleright trianglelefteq
  trianglerighteq ntriangleleft ntriangleright ntrianglelefteq ntrianglerighteq nless ngtr nleq ngeq nleqslant ngeqslant lneq gneq
  lneqq gneqq lnsim gnsim lnapprox gnapprox nprec nsucc npreceq nsucceq nsim ncong nvdash nvDash nVdash nVDash shortmid
  shortparallel nshortmid nshortparallel pitchfork multimap smallsmile smallfrown blacktriangleleft blacktriangleright

  leftarrow gets rightarrow to leftrightarrow Leftarrow Rightarrow Leftrightarrow iff implies impliedby mapsto longmapsto
  longleftarrow longrightarrow longleftrightarrow Longleftarrow Longrightarrow Longleftrightarrow uparrow downarrow updownarrow
  Uparrow Downarrow Updownarrow nearrow searrow swarrow nwarrow hookleftarrow hookrightarrow leftharpoonup leftharpoondown
  rightharpoonup rightharpoondown rightleftharpoons leftrightharpoons leadsto rightsquigarrow leftrightsquigarrow nleftarrow
  nrightarrow nleftrightarrow nLeftarrow nRightarrow nLeftrightarrow twoheadleftarrow twoheadrightarrow leftarrowtail
  rightarrowtail leftleftarrows rightrightarrows leftrightarrows rightleftarrows upuparrows downdownarrows Lleftarrow Rrightarrow
  looparrowleft looparrowright curvearrowleft curvearrowright circlearrowleft circlearrowright Lsh Rsh upharpoonleft
  upharpoonright downharpoonleft dashleftarrow dashrightarrow

  sum prod coprod int iint iiint iiiint idotsint oint bigcap bigcup bigsqcup bigvee bigwedge bigodot bigotimes bigoplus biguplus
  arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf injlim ker lg lim liminf limsup ln log max min Pr
  projlim sec sin sinh sup tan tanh varinjlim varprojlim varliminf varlimsup

  hat check breve acute grave tilde bar vec dot ddot dddot ddddot mathring widehat widetilde overline underline overbrace
  underbrace overleftarrow overrightarrow overleftrightarrow underleftarrow underrightarrow underleftrightarrow xleftarrow
  xrightarrow overset underset stackrel sideset

  frac dfrac tfrac cfrac genfrac binom dbinom tbinom over atop choose sqrt substack boxed phantom hphantom vphantom smash not
  left right middle big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm limits nolimits
  lbrace rbrace lbrack rbrack langle rangle lfloor rfloor lceil rceil lgroup rgroup lmoustache rmoustache vert Vert lvert rvert
  lVert rVert ulcorner urcorner llcorner lrcorner backslash
  ldots cdots vdots ddots dots dotsb dotsc dotsi dotsm dotso ldotp cdotp colon

  mathbb mathbf mathcal mathfrak mathit mathnormal mathrm mathsf mathtt boldsymbol pmb operatorname mathop mathbin mathrel mathord
  mathopen mathclose mathpunct mathinner mathstrut text textbf textit textrm textsf texttt textnormal textup textsc textmd emph
  displaystyle textstyle scriptstyle scriptscriptstyle color textcolor
  begin end hline tag notag nonumber
  quad qquad enspace thinspace medspace thickspace negthinspace negmedspace negthickspace hspace mkern hskip mskip`.split(
    /\s+/,
  ),
);
const environments = new Set(
  `array matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases subarray align align* aligned alignat alignat* alignedat
  split gather gather* gathered equation equation* multline multline*`.split(/\s+/),
);

export const texWords: readonly string[] = [...words];

/** True if LaTeX only typesets it. */
export function isPlainTex(source: string): boolean {
  if (source.includes('^^')) return false; // ^^5c is another way to write a backslash
  let depth = 0;
  for (const [token, word, environment] of source.matchAll(
    /\\([A-Za-z]+)(?:(?<=\\(?:begin|end))\{([a-z]+\*?)\})?|\\[^]|[{}%#]/g,
  )) {
    if (word !== undefined && !words.has(word)) return false;
    if ((word === 'begin' || word === 'end') && !environments.has(environment ?? '')) return false;
    if (token === '%' || token === '#') return false; // a comment hides the end of the formula
    if (token === '{') depth++;
    if (token === '}' && --depth < 0) return false;
  }
  return depth === 0;
}
