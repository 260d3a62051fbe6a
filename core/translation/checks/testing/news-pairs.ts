import { readFileSync } from 'node:fs'
import type { Language } from '#core/i18n/languages.ts'

export interface NewsPair {
  kind: string
  language: Exclude<Language, 'en'>
  source: string
  target: string
  isRight: boolean
}

/**
 * Sentences as newspapers write them, each with a right translation in five languages. Many have a wrong one too: the text before a > in
 * the right one is replaced by the text after it, or it is given alone after an exclamation mark.
 */
export function readNewsPairs(): NewsPair[] {
  const pairs: NewsPair[] = []
  let [kind, source] = ['', '']
  for (const line of readFileSync(new URL('news-pairs.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    const [, language, wrong, translation = ''] = /^(de|es|fr|it|pt)(!?) (.*)$/.exec(line) ?? []
    if (line.startsWith('## ')) kind = line.slice(3)
    else if (!language) source = line
    else {
      const [target = '', changes] = translation.split(' | ')
      const pair = { kind, language: language as NewsPair['language'], source }
      pairs.push({ ...pair, target, isRight: wrong === '' })
      if (changes !== undefined) pairs.push({ ...pair, target: changed(target, changes), isRight: false })
    }
  }
  return pairs
}

function changed(target: string, changes: string): string {
  return changes.split('; ').reduce((text, change) => {
    const [before = '', after = ''] = change.split(' > ').map((part) => part.replace(/ >$/, ''))
    if (!text.includes(before)) throw new Error(`“${before}” is not in “${text}”`)
    return text.replace(before, after).replace('  ', ' ')
  }, target)
}
