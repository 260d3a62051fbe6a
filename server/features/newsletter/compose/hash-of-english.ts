import { createHash } from 'node:crypto'
import type { IssueContent } from '#server/features/newsletter/read-issue.ts'

/** Of everything that a translated edition says in another language: it is outdated when this differs from its `source_hash`. The order of the items is that of all languages. */
export function hashOfEnglish({ editions, items }: Pick<IssueContent, 'editions' | 'items'>): string {
  const edition = editions.find(({ language }) => language === 'en')
  const summaries = items
    .filter(({ left_out }) => left_out === null)
    .map(({ article_id, summaries }): [string, string] => [
      article_id,
      summaries.find(({ language }) => language === 'en')?.summary ?? '',
    ])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const texts = [edition?.subject, edition?.preheader, edition?.introduction, edition?.content].map(
    (text) => text ?? '',
  )
  return createHash('sha256')
    .update(JSON.stringify([texts, summaries]))
    .digest('hex')
}
