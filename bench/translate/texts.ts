import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'
import { cutArticle } from '#core/translation/cut-article.ts'
import { compareStructure } from '#core/translation/cut-texts.ts'
import { spliceArticle } from '#core/translation/splice-article.ts'
import { shout } from '#core/translation/testing/translate.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { median } from '../support/site.ts'

const ROUNDS = 5
const SHOWN = 8

/** Cuts the demo's English articles, puts a translation in that changes every word, and compares; then a large table, and hostile texts. */
export async function measureTexts(): Promise<void> {
  const { originals } = await readDemoFiles()
  const articles = originals.map(({ content }) => content)
  const demo = measure(articles)
  console.log(
    `${articles.length} articles of ${Math.round(articles.join('').length / articles.length)} characters, ${demo.blocks} blocks: ` +
      `per block ${perBlock(demo)}`,
  )

  const rows = Array.from(
    { length: 500 },
    (_, row) => `| name ${row} | \`a \\| b\` or *more* | [x](/${row}) |\n`,
  )
  const table = measure([`| Name | What | Link |\n|---|:-:|--:|\n${rows.join('')}`])
  console.log(`a table of 500 rows, ${table.blocks} blocks: per block ${perBlock(table)}`)

  const paragraph = `${'Small models keep **getting** better, and `cheaper`. '.repeat(30)}\n\n`
  const megabyte = measure([paragraph.repeat(1_000_000 / paragraph.length)])
  console.log(`a megabyte of paragraphs, ${megabyte.blocks} blocks: per block ${perBlock(megabyte)}`)

  const whole = hostileTexts(100_000)
  const figures = hostileTexts(50_000).map(([what, markdown], index) => {
    const half = timeOfAll(markdown)
    const full = timeOfAll(whole[index]?.[1] ?? '')
    return { what, full, growth: full / half }
  })
  figures.sort((a, b) => b.full - a.full)
  console.log(
    `${figures.length} hostile texts of 100,000 characters: the slowest ${SHOWN}, and the factor to half the text:`,
  )
  for (const { what, full, growth } of figures.slice(0, SHOWN)) {
    console.log(`${full.toFixed(0).padStart(6)} ms  ×${growth.toFixed(1)}  ${what}`)
  }
}

interface Times {
  cut: number
  splice: number
  compare: number
  blocks: number
}

function measure(contents: string[]): Times {
  const rounds = Array.from({ length: ROUNDS }, () => contents.map(timesOf))
  const sum = (read: (times: Times) => number) =>
    median(rounds.map((round) => round.reduce((total, times) => total + read(times), 0)))
  return {
    cut: sum(({ cut }) => cut),
    splice: sum(({ splice }) => splice),
    compare: sum(({ compare }) => compare),
    blocks: sum(({ blocks }) => blocks),
  }
}

function timesOf(content: string): Times {
  let article = cutArticle({ fields: [], content: '' })
  const cut = timeOf(() => {
    article = cutArticle({ fields: [], content })
  })
  const translations = new Map(article.segments.map(({ id, text }) => [id, shout(text)]))
  let translation = ''
  const splice = timeOf(() => {
    translation = spliceArticle(article, translations).content
  })
  const compare = timeOf(() => void compareStructure(content, translation))
  const blocks = new Set(article.segments.map(({ block }) => block)).size
  return { cut, splice, compare, blocks }
}

function timeOfAll(content: string): number {
  const { cut, splice, compare } = timesOf(content)
  return cut + splice + compare
}

function perBlock({ cut, splice, compare, blocks }: Times): string {
  const each = (ms: number) => (ms / blocks).toFixed(3)
  return `${each(cut + splice + compare)} ms (cut ${each(cut)}, splice ${each(splice)}, compare ${each(compare)})`
}

/** Milliseconds of processor time of this thread, so that other work on the machine matters less. */
function timeOf(work: () => void): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
