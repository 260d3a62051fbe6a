import type { Language } from '#core/i18n/languages.ts'
import { quote } from '#core/i18n/quotation-marks.ts'

interface CorrectionWords {
  said: (before: string) => string
  right: (after: string) => string
  wrong: string
}

const ENGLISH: CorrectionWords = {
  said: (before) => `An earlier version of this article said ${before}.`,
  right: (after) => `It should have said ${after}.`,
  wrong: 'That was wrong.',
}

const WORDS: Partial<Record<Language, CorrectionWords>> = {
  es: {
    said: (before) => `Una versión anterior de este artículo decía ${before}.`,
    right: (after) => `Lo correcto es ${after}.`,
    wrong: 'No era correcto.',
  },
  fr: {
    said: (before) => `Une version précédente de cet article indiquait ${before}.`,
    right: (after) => `Il fallait lire ${after}.`,
    wrong: 'C’était inexact.',
  },
  de: {
    said: (before) => `In einer früheren Fassung dieses Artikels stand ${before}.`,
    right: (after) => `Richtig ist ${after}.`,
    wrong: 'Das war falsch.',
  },
  it: {
    said: (before) => `Una versione precedente di questo articolo riportava ${before}.`,
    right: (after) => `La versione corretta è ${after}.`,
    wrong: 'Non era corretto.',
  },
  pt: {
    said: (before) => `Uma versão anterior deste artigo indicava ${before}.`,
    right: (after) => `O correto é ${after}.`,
    wrong: 'Não estava correto.',
  },
}

/** What a correction of these changes may say to readers, in whole sentences of at most `longest` characters together. */
export function writeCorrection(
  changes: readonly { before: string; after: string | null }[],
  language: Language,
  longest: number,
): string {
  const { said, right, wrong } = WORDS[language] ?? ENGLISH
  return changes.reduce((text, { before, after }) => {
    const told = `${said(quote(before, language))} ${after === null ? wrong : right(quote(after, language))}`
    const longer = text === '' ? told : `${text}\n${told}`
    return longer.length <= longest ? longer : text
  }, '')
}
