import { expect, test } from 'vitest'
import { buildRobots } from '#core/feeds/robots.ts'

const robots = (aiCrawlers: 'welcome' | 'refused') =>
  buildRobots({ siteUrl: 'https://site.test', aiCrawlers })

test('every crawler may read all pages except those that are not for readers', () => {
  expect(robots('welcome')).toBe(`User-agent: *
Allow: /functions/v1/rss-feed
Disallow: /admin
Disallow: /rest/
Disallow: /auth/
Disallow: /functions/
Disallow: /realtime/
Disallow: /confirm-subscription
Disallow: /unsubscribe

Sitemap: https://site.test/sitemap.xml
Sitemap: https://site.test/news-sitemap.xml
`)
})

test('crawlers that collect texts for AI models can be refused, in a group of their own', () => {
  const groups = robots('refused').split('\n\n')
  expect(groups).toHaveLength(3)
  expect(groups[0]).toBe(robots('welcome').split('\n\n')[0])
  expect(groups[1]).toMatch(/^(User-agent: [\w-]+\n)+Disallow: \/$/)
  expect(groups[1]).toContain('User-agent: GPTBot\n')
})
