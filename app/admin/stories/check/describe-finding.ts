import { t } from '#app/admin/kit/messages.ts'
import type { Finding, Found } from '#core/check/finding.ts'
import { SHORT_TEXTS, SOCIAL_TEXTS } from '#core/domain/article.ts'
import { fieldInSentence } from '#core/domain/article-fields.ts'

const MAX_QUOTE_LENGTH = 80

/** One sentence about a finding. */
export function describeFinding(finding: Found): string {
  const { rule, field, related } = finding
  const values = {
    quote: shortened(finding.quote),
    other: shortened(finding.other),
    field: nameOfField(field),
    otherField: nameOfField(related?.field ?? 'content'),
  }
  switch (rule) {
    case 'banned_word':
      return t('check.banned', values)
    case 'cut_off':
      return t('check.cutOff')
    case 'dead_link':
      if (finding.severity === 'problem') return t('check.dead', values)
      return finding.other === 'home' ? t('check.deadMoved', values) : t('check.deadSoft', values)
    case 'empty_link':
      return finding.quote.trim() === '' ? t('check.emptyLinkBare') : t('check.emptyLink', values)
    case 'figure':
      return t('check.figure', values)
    case 'footnote_empty':
      return t('check.footnote.empty', values)
    case 'footnote_repeated':
      return t('check.footnote.repeated', values)
    case 'footnote_undefined':
      return field === 'content'
        ? t('check.footnote.undefined', values)
        : t('check.footnote.elsewhere', values)
    case 'footnote_unused':
      return t('check.footnote.unused', values)
    case 'link_language':
      return t('check.language', values)
    case 'long_social_text':
      return t('check.longSocial', values)
    case 'missing_alt':
      return field === 'hero_image' ? t('check.missingAltHero') : t('check.missingAlt')
    case 'missing_credit':
      return field === 'hero_image' ? t('check.missingCreditHero') : t('check.missingCredit')
    case 'missing_excerpt':
      return t('check.missingExcerpt')
    case 'moved_link':
      return t('check.moved', values)
    case 'name':
      return t('check.name', values)
    case 'placeholder':
      return t('check.placeholder', values)
    case 'remote_image':
      return field === 'hero_image' ? t('check.remoteImageHero', values) : t('check.remoteImage', values)
    case 'sample_link':
      return t('check.sampleLink', values)
    case 'weekday':
      return t('check.weekday', values)
  }
}

export function nameOfField(field: Found['field']): string {
  switch (field) {
    case 'content':
      return t('check.field.content')
    case 'hero_image':
      return t('check.field.heroImage')
    default: {
      const text = [...SHORT_TEXTS, ...SOCIAL_TEXTS].find((one) => one === field)
      return text ? fieldInSentence(text) : t('check.field.other')
    }
  }
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= MAX_QUOTE_LENGTH ? text : `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…`
}

/** Says how many findings are open, in words. */
export function describeCounts(findings: readonly Finding[]): string {
  const open = findings.filter(({ reason }) => reason === null)
  const problems = open.filter(({ severity }) => severity === 'problem').length
  const questions = open.length - problems
  if (open.length === 0) return findings.length === 0 ? t('check.none') : t('check.noneOpen')
  return [
    problems > 0 ? t('check.problems', { count: problems }) : '',
    questions > 0 ? t('check.questions', { count: questions }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
