/** A generator of numbers that is the same for the same seed. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T }
}

const WORDS =
  'harbour * ** _ __ ~ ~~ ` `` # ## - + 1. 2) > | || \\ [ ] ( ) [a](b) ![c](d) <b> &amp; &lt;script&gt; &#42; © ß émeute שלום 漢字 👩🏽‍👧🏽 a*b c_d_e www.example.org https://example.org/a_b*c name@example.org [^1] : === --- ``` {x} "quoted" it’s … \u00a0 \u200b 50% $x$ http:// !'.split(
    ' ',
  )
const INLINE = 'b strong i em s del code a u span mark small sub abbr kbd'.split(' ')
const BLOCK = 'p div h1 h2 h3 h6 ul ol blockquote pre table figure section details hr br img dl'.split(' ')

type Random = ReturnType<typeof createRandom>

/** Well-formed HTML with every kind of element, in every kind of place. */
export function randomHtml(random: Random, blocks = 6): string {
  return Array.from({ length: 1 + Math.floor(random.next() * blocks) }, () => block(random, 0)).join('\n')
}

function text(random: Random): string {
  return Array.from({ length: 1 + Math.floor(random.next() * 6) }, () =>
    random.pick(WORDS).replace(/<(?!\/)/g, '&lt;'),
  ).join(random.pick([' ', ' ', '', '\n']))
}

function inline(random: Random, depth: number): string {
  return Array.from({ length: 1 + Math.floor(random.next() * 4) }, () => {
    if (depth > 3 || random.next() < 0.5) return text(random)
    const name = random.pick(INLINE)
    const href =
      name === 'a'
        ? ` href="${random.pick(['/a', 'https://e.org/(b)', 'javascript:alert(1)', '#c', 'x y', ''])}"`
        : ''
    const space = random.pick(['', ' '])
    return `${space}<${name}${href}>${inline(random, depth + 1)}</${name}>${random.pick(['', ' '])}`
  }).join('')
}

function block(random: Random, depth: number): string {
  const name = depth > 3 ? 'p' : random.pick(BLOCK)
  const inner = () => (random.next() < 0.5 ? inline(random, 0) : block(random, depth + 1))
  const many = (make: () => string) =>
    Array.from({ length: 1 + Math.floor(random.next() * 3) }, make).join('')
  switch (name) {
    case 'hr':
    case 'br':
      return `<${name}>`
    case 'img':
      return `<img src="${random.pick(['/a.png', 'https://e.org/b.jpg', 'data:image/png,x', 'javascript:x'])}" alt="an [alt] *text*" onerror="alert(1)">`
    case 'ul':
    case 'ol':
      return `<${name}>${many(() => `<li>${inner()}</li>`)}</${name}>`
    case 'table':
      return `<table>${many(() => `<tr>${many(() => `<td>${inner()}</td>`)}</tr>`)}</table>`
    case 'dl':
      return `<dl>${many(() => `<dt>${inline(random, 0)}</dt><dd>${inner()}</dd>`)}</dl>`
    case 'figure':
      return `<figure>${random.pick(['<img src="/c.png" alt="c">', inner()])}<figcaption>${inline(random, 2)}</figcaption></figure>`
    case 'details':
      return `<details><summary>${inline(random, 2)}</summary>${inner()}</details>`
    case 'pre':
      return `<pre><code>${text(random)}\n${text(random)}</code></pre>`
    case 'blockquote':
    case 'section':
    case 'div':
      return `<${name} onclick="alert(1)" style="position:fixed">${many(inner)}</${name}>`
    default:
      return `<${name}>${inline(random, 0)}</${name}>`
  }
}
