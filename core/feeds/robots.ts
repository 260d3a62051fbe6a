import type { Settings } from '#core/domain/settings.ts'
import { CONFIRM_SUBSCRIPTION_PATH, NEWS_SITEMAP_PATH, RSS_FUNCTION_PATH, SITEMAP_PATH } from '#core/paths.ts'

/** Pages that need a sign-in, interfaces for programs, and the targets of links in mails. */
const CLOSED_PATHS = [
  '/admin',
  '/rest/',
  '/auth/',
  '/functions/',
  '/realtime/',
  CONFIRM_SUBSCRIPTION_PATH,
  '/unsubscribe',
]

/** Feed readers that obey robots.txt may use this address of the RSS feed too. */
const OPEN_PATHS = [RSS_FUNCTION_PATH]

/** Crawlers that collect texts for AI models, and not for search results that link to the site. */
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
    [SITEMAP_PATH, NEWS_SITEMAP_PATH].map((path) => `Sitemap: ${siteUrl}${path}`),
  ]
  const text = groups.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${text.join('\n\n')}\n`
}
