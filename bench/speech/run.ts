import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '#core/i18n/languages.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'
import { spokenText } from '#core/speech/spoken-blocks.ts'

const POINT = { de: 'Komma', en: 'point', es: 'coma', fr: 'virgule', it: 'virgola', pt: 'vírgula' }
const folder = mkdtempSync(join(tmpdir(), 'second-reader-'))
execFileSync('npm', ['install', '--silent', '--prefix', folder, 'n2words@1.21.0'])
const { default: wordsFor } = await import(join(folder, 'node_modules/n2words/lib/n2words.js'))
rmSync(folder, { recursive: true })

for (const { code } of LANGUAGES) {
  const rows = readFileSync(join(import.meta.dirname, 'sentences', `${code}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
  const say = (figures: string) => wordsFor(Number(figures), { lang: code })
  /** The figures that are left, as the second reader says them; English ones without "and" and the ends of ordinals. */
  const inWords = (text: string) =>
    (hasDecimalComma(code) ? text : text.replace(/,(?=\d{3})|(?<=\d)(?:st|nd|rd|th)/g, ''))
      .replace(/(\d+)(?:[.,](\d+))?/g, (_, whole: string, part?: string) =>
        [
          say(whole),
          ...(part ? [POINT[code], ...(/de|en/.test(code) ? [...part].map(say) : [say(part)])] : []),
        ].join(' '),
      )
      .toLowerCase()
      .replace(code === 'en' ? /\band\b|[^\p{L}]+/gu : /[^\p{L}]+/gu, '')
  const different = rows.filter((row) => {
    const [written = '', , words = ''] = row.split('\t')
    return inWords(spokenText(written, code)) !== inWords(words)
  })
  console.log(`${code}: ${different.length} of ${rows.length} differ`)
  for (const row of different) console.log(`  ${row.replaceAll('\t', '\n    ')}`)
}
