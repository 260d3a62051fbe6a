import { expect, test } from 'vitest'
import {
  describeReactions,
  formatFigure,
  formatLongWeekday,
  formatShare,
  groupReferrers,
} from '#app/admin/readers/format-figure.ts'

test('figures, shares and weekdays in words', () => {
  expect(formatFigure(1204)).toBe('1,204')
  expect([formatShare(27, 100), formatShare(27, 1000), formatShare(1, 100_000), formatShare(3, 0)]).toEqual([
    '27%',
    '2.7%',
    '0%',
    '0%',
  ])
  expect(formatLongWeekday('2026-11-28')).toBe('Saturday')
})

test('hosts are listed by the language of what they led to, and what is not listed is a number', () => {
  const languages = [
    { language: 'pt', views: 90, visitors: 40 },
    { language: 'fr', views: 9, visitors: null },
    { language: 'en', views: 5, visitors: 5 },
  ] as const
  const referrers = [
    { language: 'pt', host: '', views: 30 },
    { language: 'pt', host: 'small.example', views: 2 },
    { language: 'pt', host: 'news.example', views: 20 },
    { language: 'en', host: '', views: 1 },
  ] as const
  expect(groupReferrers({ languages: [...languages], referrers: [...referrers] })).toEqual([
    {
      language: 'pt',
      hosts: [
        { language: 'pt', host: 'news.example', views: 20 },
        { language: 'pt', host: 'small.example', views: 2 },
      ],
      others: 30,
    },
    { language: 'en', hosts: [], others: 1 },
  ])
})

test('a sentence names five hosts, and the rest is a number', () => {
  const referrers = Array.from({ length: 8 }, (_, index) => ({
    language: 'pt' as const,
    host: index === 7 ? '' : `${index}.example`,
    views: index + 1,
  }))
  const [group] = groupReferrers({ languages: [{ language: 'pt', views: 9, visitors: 9 }], referrers })
  expect(group?.hosts.map(({ host }) => host)).toEqual([6, 5, 4, 3, 2].map((index) => `${index}.example`))
  expect(group?.others).toBe(1 + 2 + 8)
})

test('likes, shares and replies in words', () => {
  expect(describeReactions({ likes: 1204, shares: 1, replies: 2 })).toBe('1,204 likes, 1 share, 2 replies')
  expect(describeReactions({ likes: 0, shares: 0, replies: 1 })).toBe('1 reply')
})
