/** Numbers that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PIECES = [
  ...[
    'word',
    'Zürich',
    'سلام',
    '中文',
    '🚀',
    'a',
    'I',
    '1',
    '42',
    '_',
    '__',
    '*',
    '**',
    '***',
    '~',
    '~~',
    '`',
    '``',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](/x)',
    '](/x "title")',
    '[ref]',
    '[ref][]',
    '[text][ref]',
    '![alt](/i.png "cap")',
  ],
  ...[
    '<b>',
    '</b>',
    '<br>',
    '<!-- c -->',
    '<https://a.bc>',
    'https://a.bc/d_e',
    'me@example.org',
    '{{ name }}',
    '[^1]',
    '[^a]',
  ],
  ...[
    '&amp;',
    '&nbsp;',
    '&#32;',
    '\\',
    '\\*',
    '\\[',
    '\\<',
    '|',
    '\\|',
    '#',
    '##',
    '>',
    '-',
    '+',
    '=',
    '1.',
    '1)',
    ':',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    ' ',
    '  ',
    '\t',
    '\n',
    '\n',
    '\n\n',
    '\n\n',
    '  \n',
    '\\\n',
    '\n> ',
    '\n- ',
    '\n1. ',
    '\n  ',
    '\n    ',
  ],
  ...[
    '\n\n# ',
    '\n---\n',
    '\n===\n',
    '\n```\n',
    '\n\n| a | b |\n|---|---|\n| ',
    ' | ',
    '\n- [ ] ',
    '\n\n[ref]: /ref "Title"\n\n',
    '\n[^1]: ',
    '\n\n[^a]: ',
  ],
]

/** A text of pieces that are significant in Markdown, in any order. */
export function randomMarkdown(seed: number, length = 40): string {
  const random = seededRandom(seed)
  const pieces = Array.from(
    { length: 1 + Math.floor(random() * length) },
    () => PIECES[Math.floor(random() * PIECES.length)],
  )
  return pieces.join('')
}
