import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { median } from '../support/site.ts'

const ROUNDS = 9
const HOSTILE_ROUNDS = 3
const SHOWN = 15

/** Renders the demo articles of all languages, and then hostile texts of half a megabyte and of one megabyte. */
const { originals, translations } = await readDemoFiles()
const articles = [...originals, ...translations].map(({ content }) => content)
const renderAll = () => articles.forEach((content) => void renderMarkdown(content))

for (let round = 0; round < ROUNDS; round++) renderAll()
const ms = median(Array.from({ length: ROUNDS }, () => timeOf(renderAll)))
const characters = articles.join('').length
console.log(
  `${articles.length} articles of ${Math.round(characters / articles.length)} characters: ` +
    `${Math.round((1000 * articles.length) / ms)} articles/s, ${(ms / articles.length).toFixed(2)} ms each`,
)

const whole = hostileTexts(1_000_000)
const figures = hostileTexts(500_000).map(([what, markdown], index) => {
  const half = timeOfHostile(markdown)
  const full = timeOfHostile(whole[index]?.[1] ?? '')
  return { what, full, growth: full / half }
})
figures.sort((a, b) => b.full - a.full)
console.log(
  `${figures.length} hostile texts of 1 MB: the slowest ${SHOWN}, and the factor to the time for half the text:`,
)
for (const { what, full, growth } of figures.slice(0, SHOWN)) {
  console.log(`${full.toFixed(0).padStart(6)} ms  ×${growth.toFixed(1)}  ${what}`)
}
console.log(`median ${median(figures.map(({ full }) => full)).toFixed(0)} ms`)

function timeOfHostile(markdown: string): number {
  return median(Array.from({ length: HOSTILE_ROUNDS }, () => timeOf(() => void renderMarkdown(markdown))))
}

/** Milliseconds of processor time of this thread, so that other work on the machine matters less. */
function timeOf(work: () => void): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
