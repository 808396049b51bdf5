/** Names of characters that follow one another, by the first of them: the letters and signs of HTML 4. */
const inOrder: readonly (readonly [first: string, names: string])[] = [
  [
    '\u00a0',
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml',
  ],
  ['Α', 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'],
  ['Σ', 'Sigma Tau Upsilon Phi Chi Psi Omega'],
  [
    'α',
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega',
  ],
]

/** Others that a mail may have, each after its character. */
const others =
  '"quot #num $dollar &amp \'apos <lt >gt ŒOElig œoelig ŠScaron šscaron ŸYuml ƒfnof ˆcirc ˜tilde –ndash —mdash ‘lsquo ’rsquo ‚sbquo “ldquo ”rdquo „bdquo †dagger ‡Dagger •bull …hellip ‰permil ′prime ″Prime ‹lsaquo ›rsaquo €euro ™trade ←larr ↑uarr →rarr ↓darr ↔harr −minus ∞infin ≈asymp ≠ne ≤le ≥ge ♥hearts'

/** Spaces are alike for who reads a text, and what nobody sees is no part of it. */
const unseen = {
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  lrm: '',
  rlm: '',
}

/** The character of each name. */
export const entities: ReadonlyMap<string, string> = new Map([
  ...inOrder.flatMap(([first, names]) =>
    names
      .split(' ')
      .map((name, at) => [name, String.fromCodePoint(first.codePointAt(0)! + at)] as const),
  ),
  ...others.split(' ').map((each) => [each.slice(1), each.charAt(0)] as const),
  ...Object.entries(unseen),
])
