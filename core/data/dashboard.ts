import { listAdministrators } from '#core/data/administrators.ts'
import type { Client } from '#core/data/client.ts'
import type { Dashboard } from '#core/domain/dashboard.ts'
import type { Settings } from '#core/domain/settings.ts'

/** A day from its first moment up to, but not including, the first moment of the next day. */
export interface Day {
  start: Date
  end: Date
}

/**
 * All of the dashboard in one request.
 * @throws with code 42501 for who is no administrator, or no longer
 */
export async function loadDashboard(client: Client, today: Day): Promise<Dashboard> {
  const { data } = await client
    .rpc('load_dashboard', { p_from: today.start.toISOString(), p_until: today.end.toISOString() })
    .throwOnError()
  return data
}

/** How far a new publication has come. */
export interface FirstSteps {
  isNamed: boolean
  /** Published or not; a story and its translations are one. */
  articles: number
  /** Whether there is a confirmed subscriber, another administrator or an invited one. */
  hasCompany: boolean
  isDismissed: boolean
}

export async function loadFirstSteps(client: Client): Promise<FirstSteps> {
  const keys: (keyof Settings)[] = ['site_name', 'welcome']
  const [settings, articles, subscribers, administrators] = await Promise.all([
    client.from('settings').select('key').in('key', keys).throwOnError(),
    client
      .from('articles')
      .select('id', { count: 'exact', head: true })
      .is('original_article_id', null)
      .throwOnError(),
    client.from('newsletter_subscribers').select('id').eq('confirmed', true).limit(1).throwOnError(),
    listAdministrators(client),
  ])
  const isSet = (name: keyof Settings) => settings.data.some(({ key }) => key === name)
  return {
    isNamed: isSet('site_name'),
    articles: articles.count ?? 0,
    hasCompany: subscribers.data.length > 0 || administrators.length > 1,
    isDismissed: isSet('welcome'),
  }
}
