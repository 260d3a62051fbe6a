import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'
import type { CorpusGroup, FaultySentence } from '../support/draft-corpus.ts'

interface Alarm {
  group: CorpusGroup
  /** The fault that was made. */
  sentence?: FaultySentence
  judged: readonly JudgedSentence[]
}

/** Lists the findings about sentences, beside the words that they rest on, for people who compare them. */
export function listAlarms(alarms: readonly Alarm[]): string {
  return alarms
    .map(({ group, sentence, judged }) =>
      [
        `\n${group.name}: ${sentence?.text ?? judged[0]?.text}`,
        ...(sentence ? [`  ${sentence.fault} at [${sentence.where}]`] : []),
        ...judged.flatMap(({ verdict, findings, cites }) => [
          `  ${verdict}`,
          ...findings.map(({ code, quote, other }) => `  ${code} [${quote}] ${other && `≠ [${other}]`}`),
          ...cites.map(({ source, sentence, text }) => `  ${source}.${sentence} ${text}`),
        ]),
      ].join('\n'),
    )
    .join('\n')
}
