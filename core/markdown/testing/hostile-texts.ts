/** Pieces of Markdown that take a careless parser quadratic time when they are repeated. */
const UNITS: [what: string, unit: string][] = [
  ['emphasis that opens', '*a '],
  ['emphasis that closes', 'a* '],
  ['emphasis in words', 'a**b'],
  ['emphasis three deep', '***a***'],
  ['emphasis of two kinds', '*a __b '],
  ['tildes', '~~a'],
  ['tildes of two lengths', '~~a ~b'],
  ['brackets', '['],
  ['brackets that close', ']('],
  ['images', '!['],
  ['links without an end', '[a]('],
  ['links with a title without an end', '[a](b "'],
  ['links in angle brackets without an end', '[a](<b'],
  ['images without an end', '![a](b'],
  ['footnotes', '[^a]'],
  ['definitions of footnotes', '[^a]: b\n'],
  ['footnotes in each other', '[^a]: '],
  ['footnotes without an end', '[^a'],
  ['quoted footnotes', '> [^a]: b\n'],
  ['references', '[a][b]'],
  ['definitions', '[a]: b\n'],
  ['definitions without an end', '[a]: <b "\n'],
  ['backticks', '`a ``'],
  ['angle brackets', '<'],
  ['tags', '<a b="c" '],
  ['comments', '<!-- '],
  ['instructions', '<?a '],
  ['declarations', '<!A '],
  ['sections of characters', '<![CDATA['],
  ['blocks of HTML', '<div>\n'],
  ['references to characters', '&#&a;'],
  ['backslashes', '\\'],
  ['control characters', '\u0000\u0001'],
  ['lone surrogates', '\ud800'],
  ['quotes', '> '],
  ['quoted lines', '>a\n'],
  ['lists', '- '],
  ['items', '- a\n'],
  ['loose items', '- a\n\n'],
  ['items of two lists', '- a\n+ b\n'],
  ['tasks', '- [ ] a\n'],
  ['headings', '# a\n'],
  ['underlined headings', 'a\n=\n'],
  ['heading markers', '# '],
  ['rules', '- - -\n'],
  ['fences', '```\na\n'],
  ['fences without an end', '> ```\n\n'],
  ['indented code', '    a\n\n'],
  ['cells', '|a'],
  ['tables', '|a|\n|-|\n'],
  ['hard breaks', 'a  \n'],
  ['blank lines', ' \n'],
]

/** Texts that are hard to render, each of about `length` characters. */
export function hostileTexts(length: number): [what: string, markdown: string][] {
  return [
    ...UNITS.map(([what, unit]): [string, string] => [what, unit.repeat(length / unit.length)]),
    ['runs of backticks, each longer', lines((n) => '`'.repeat(n + 1), length).replaceAll('\n', ' ')],
    ['brackets in each other', nested('[', ']', length)],
    ['links in each other', nested('[', '](b)', length)],
    ['images in each other', nested('![', '](b)', length)],
    ['emphasis in each other', nested('*a **b ', ' c** d*', length)],
    ['lists in each other', lines((n) => `${'  '.repeat(n % 500)}- a`, length)],
    ['quotes in each other', lines((n) => `${'>'.repeat(n)} a`, length)],
    ['a quote that goes on without its marker', `${'>'.repeat(length / 100)}${'a\n'.repeat(length / 2)}`],
    ['quotes that end without their marker', '> # a\nb\n'.repeat(length / 8)],
    ['many definitions', lines((n) => `[a${n}]: b\n\n[a${n}]`, length)],
    ['many footnotes', lines((n) => `[^${n}]: [^${n + 1}]\n\n[^${n}]`, length)],
    ['references to one footnote', `[^a]: b\n\n${'[^a]'.repeat(length / 4)}`],
    ['lines of a footnote', `[^a]: b\n\n${'    c [^a]\n\n'.repeat(length / 12)}`],
    ['rows that lack cells', `${'|a'.repeat(1000)}\n${'|-'.repeat(1000)}\n${'|\n'.repeat(length / 2)}`],
    ['one long address', `http://a.bc/${'x'.repeat(length)}`],
    ['hosts in hosts', `${'www.a.'.repeat(length / 6)}_`],
    ['one long mailbox', 'a.'.repeat(length / 2)],
  ]
}

function nested(open: string, close: string, length: number): string {
  const times = length / (open.length + close.length)
  return `${open.repeat(times)}a${close.repeat(times)}`
}

function lines(line: (n: number) => string, length: number): string {
  let text = ''
  for (let n = 0; text.length < length; n++) text += `${line(n)}\n`
  return text
}
