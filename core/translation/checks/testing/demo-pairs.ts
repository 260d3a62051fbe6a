import type { Token } from 'markdown-it'
import type { Language } from '#core/i18n/languages.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { type DemoOriginal, type DemoTranslation, readDemoFiles } from '#server/features/demo/demo-files.ts'

export interface DemoPair {
  slug: string
  language: Exclude<Language, 'en'>
  source: string
  target: string
}

/** The segments of the demo's English articles with those of their translations, as people wrote them. */
export async function readDemoPairs(): Promise<DemoPair[]> {
  const { originals, translations } = await readDemoFiles()
  const bySlug = new Map(originals.map((original) => [original.slug, original]))
  return translations.flatMap((translation): DemoPair[] => {
    const { language, slug, header } = translation
    const original = bySlug.get(header.translation_of)
    if (!original || language === 'en') return []
    const [sources, targets] = [segmentsOf(original), segmentsOf(translation)]
    if (sources.length !== targets.length) return []
    return sources.map((source, index) => ({ slug, language, source, target: targets[index] ?? '' }))
  })
}

function segmentsOf({ header, content }: DemoOriginal | DemoTranslation): string[] {
  const blocks = readSource(content).tokens.filter(({ type, content }) => type === 'inline' && content !== '')
  return [header.title, header.subtitle ?? '', header.excerpt, ...blocks.map(tagged)]
}

/** The text of a block, with a tag for each mark. */
function tagged({ children }: Token): string {
  const open: string[] = []
  let count = 0
  return (children ?? [])
    .map((token) => {
      if (token.nesting === 1) {
        open.push(`${token.type.startsWith('link') ? 'a' : 'e'}${++count}`)
        return `<${open.at(-1)}>`
      }
      if (token.nesting === -1) return `</${open.pop()}>`
      if (token.type === 'softbreak' || token.type === 'hardbreak') return ' '
      return token.type === 'text' || token.type === 'text_special' ? token.content : `<c${++count}/>`
    })
    .join('')
}
