import type { Settings } from '#core/domain/settings.ts'

/** What takes a sign-in, what answers programs instead of readers, and what links in mails lead to. */
const CLOSED_PATHS = [
  '/admin',
  '/rest/',
  '/auth/',
  '/functions/',
  '/realtime/',
  '/confirm-subscription',
  '/unsubscribe',
]

/** Feed readers that keep to robots.txt know the RSS feed by this address too. */
const OPEN_PATHS = ['/functions/v1/rss-feed']

/** Those that collect texts for models, not for search results that lead readers here. */
const AI_CRAWLERS = [
  'Amazonbot',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'Google-Extended',
  'GPTBot',
  'meta-externalagent',
]

export function buildRobots(options: { siteUrl: string; aiCrawlers: Settings['ai_crawlers'] }): string {
  const { siteUrl, aiCrawlers } = options
  const groups = [
    [
      'User-agent: *',
      ...OPEN_PATHS.map((path) => `Allow: ${path}`),
      ...CLOSED_PATHS.map((path) => `Disallow: ${path}`),
    ],
    aiCrawlers === 'refused' ? [...AI_CRAWLERS.map((name) => `User-agent: ${name}`), 'Disallow: /'] : [],
    [`Sitemap: ${siteUrl}/sitemap.xml`, `Sitemap: ${siteUrl}/news-sitemap.xml`],
  ]
  const text = groups.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${text.join('\n\n')}\n`
}
