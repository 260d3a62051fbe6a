import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import { type JudgeFinding, RED_CODES } from '#core/newsroom/judge/finding.ts'
import type { Binding, JudgeContext, JudgedSentence } from '#core/newsroom/judge/judge.ts'
import {
  type ApprovedSentence,
  type CorpusGroup,
  type FaultySentence,
  textOfItem,
} from '../support/draft-corpus.ts'

/** The sentences of the group's approved draft, with its title, as they are judged together. */
export function judgeApproved(group: CorpusGroup): JudgedSentence[] {
  return judgeDraft(group, group.approved)
}

/** Judges a faulty sentence amid the approved draft. */
export function judgeFault(group: CorpusGroup, fault: FaultySentence): JudgedSentence[] {
  const { approved } = group
  const sentences: ApprovedSentence[] = [
    ...approved.slice(0, 3),
    { ...fault, kind: 'fact' },
    ...approved.slice(3),
  ]
  const start = contentOf(sentences).indexOf(fault.text)
  return judgeDraft(group, sentences).filter(
    ({ field, from, to }) => field === 'content' && from < start + fault.text.length && start < to,
  )
}

/** Returns true if one of the findings that prevent publishing names the place of the fault. */
export function namesThePlace({ fault, text, where }: FaultySentence, findings: JudgeFinding[]): boolean {
  return findings
    .filter(({ code }) => RED_CODES.some((red) => red === code))
    .some(({ quote, other }) => {
      if (quote === '') return ABOUT_THE_WHOLE.has(fault) || (fault === 'modality-lost' && other !== '')
      // An address is named with the scheme that it has as a link.
      if (quote.includes(where)) return true
      const [from, start] = [text.indexOf(quote), text.indexOf(where)]
      return from >= 0 && from < start + where.length && start < from + quote.length
    })
}

const ABOUT_THE_WHOLE = new Set<FaultySentence['fault']>([
  'foreign-id',
  'uncited',
  'injection-obeyed',
  'language',
])

function judgeDraft(group: CorpusGroup, sentences: readonly ApprovedSentence[]): JudgedSentence[] {
  return createJudge(contextOf(group)).article(
    {
      title: sentences.find(({ kind }) => kind === 'title')?.text ?? '',
      subtitle: '',
      excerpt: '',
      content: contentOf(sentences),
      social_title: '',
      social_description: '',
    },
    bodyOf(sentences).map(bindingOf),
  )
}

const bodyOf = (sentences: readonly ApprovedSentence[]) => sentences.filter(({ kind }) => kind !== 'title')

/** Three sentences to a paragraph. */
function contentOf(sentences: readonly ApprovedSentence[]): string {
  const parts = bodyOf(sentences).map(({ text }, index) => (index % 3 === 0 ? '\n\n' : ' ') + text)
  return parts.join('').trim()
}

function bindingOf({ kind, text, cites }: ApprovedSentence): Binding {
  return {
    text,
    kind: kind === 'quote' ? 'quote' : 'fact',
    cites: cites.map((cite) => {
      const [source = 0, sentence = 0] = cite.split('.').map(Number)
      return { source, sentence }
    }),
  }
}

function contextOf({ items }: CorpusGroup): JudgeContext {
  return {
    sources: items.map((item, index) => ({
      number: index + 1,
      outlet: item.outlet,
      url: item.url,
      published_at: item.published,
      language: item.language,
      origin_id: String(item.copyOf ?? index + 1),
      state: 'present',
      sentences: cutSentences(textOfItem(item), item.language).map(({ text }, place) => ({
        id: place + 1,
        text,
      })),
    })),
    aliases: [],
    doubts: [],
  }
}
