import { expect, test } from 'vitest'
import { mergeTimeline } from '#app/admin/stories/history/revision-list.tsx'
import type { RevisionSummary } from '#core/data/article-revisions.ts'
import type { ArticleEvent } from '#core/domain/activity.ts'

const version = (id: number, made_at: string) => ({ id, made_at }) as RevisionSummary
const event = (id: number, happened_at: string) => ({ id, happened_at }) as ArticleEvent

test('what happened stands among the versions, what a save did above the version that it made', () => {
  const versions = [version(2, '2026-11-27T10:00:00.5Z'), version(1, '2026-11-27T08:00:00Z')]
  const events = [
    event(13, '2026-11-27T10:00:00.500000+00:00'),
    event(12, '2026-11-27T09:00:00Z'),
    event(11, '2026-11-27T09:00:00Z'),
    event(10, '2026-11-27T07:00:00Z'),
  ]
  expect(
    mergeTimeline(versions, events).map((entry) =>
      'event' in entry ? entry.event.id : [entry.revision.id, entry.index],
    ),
  ).toEqual([13, [2, 0], 12, 11, [1, 1], 10])
  expect(mergeTimeline([], events)).toHaveLength(4)
})
