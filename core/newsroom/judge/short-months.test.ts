import { describe, expect, test } from 'vitest'
import type { Language } from '#core/i18n/languages.ts'
import { judgeOne } from '#core/newsroom/judge/testing/judge-one.ts'

/** A sentence, its source, the language of the source, and whether both say the same. */
const CASES: [says: string, source: string, language: Language, covered: boolean][] = [
  ['January 1, 2026', '1 janv. 2026', 'fr', true],
  ['November 25, 2026', '25 nov. 2026', 'fr', true],
  ['March 15, 2026', '15 mar 2026', 'es', true],
  ['May 31, 2026', '31 may 2026', 'es', true],
  ['January 1, 2026', '1 gen 2026', 'it', true],
  ['May 31, 2026', '31 mag 2026', 'it', true],
  ['March 15, 2026', '15 de mar. de 2026', 'pt', true],
  ['$1.5M', 'US$ 1,5 mi', 'pt', true],
  ['$2.3B', 'US$ 2,3 bi', 'pt', true],
  ['$1.5M', '1,5 M US$', 'es', true],
  ['$1.5M', '1,5 M $US', 'fr', true],
  ['November 25, 2026', '25. Nov. 2026', 'de', true],
  ['January 1, 2026', '2 janv. 2026', 'fr', false],
  ['$1.5M', 'US$ 1,5 bi', 'pt', false],
]

/** A sentence of a source around these words. */
const SOURCES: Partial<Record<Language, (says: string) => string>> = {
  de: (says) => `Der Hafenbericht aus Kiel nennt ${says} für den neuen Kai.`,
  es: (says) => `El informe portuario de Kiel da ${says} para el nuevo muelle.`,
  fr: (says) => `Le rapport portuaire de Kiel donne ${says} pour le nouveau quai.`,
  it: (says) => `Il rapporto portuale di Kiel dà ${says} per il nuovo molo.`,
  pt: (says) => `O relatório portuário de Kiel dá ${says} para o novo cais.`,
}

describe('suite-judge-short-months', () => {
  test.each(CASES)('%s from %s (%s) is covered: %s', (says, source, language, covered) => {
    const { findings } = judgeOne(
      `The harbour report from Kiel gives ${says} for the new quay.`,
      [SOURCES[language]?.(source) ?? ''],
      { source: { language } },
    )
    const differs = findings.some(({ code }) => /^(?:number|unit|date)_/.test(code))
    expect(differs).toBe(!covered)
  })
})
