import { execFile } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { debianProgram } from '../support/debian-programs.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const ALERTS = join(ROOT, 'deploy/alerts')

async function listFiles(): Promise<string[]> {
  return (await readdir(ALERTS)).map((file) => join(ALERTS, file))
}

test('Prometheus accepts every alert', async () => {
  const files = await listFiles()
  const { stdout } = await promisify(execFile)(await debianProgram('promtool'), ['check', 'rules', ...files])
  expect(stdout.match(/SUCCESS: \d+ rules found/g)).toHaveLength(files.length)
})

/** One in five minutes, for thirty hours. */
const SAMPLES = 30 * 12
const always = (value: number) => `${value}x${SAMPLES}`
/** A site without problems, from the year 1970 on. */
const QUIET: Record<string, string> = {
  'up{job="ai-watch"}': always(1),
  held: always(0),
  'faults{kind="mail"}': always(0),
  'faults{kind="database"}': always(0),
  'faults{kind="disk"}': always(0),
  'faults{kind="storage"}': always(0),
  'faults{kind="model"}': always(0),
  'faults_total{kind="clock"}': always(0),
  'mail_deliveries{status="failed"}': always(2),
  'newsletter_issues{state="paused"}': always(0),
  'newsletter_issues{state="held"}': always(0),
  'newsletter_issues{state="asked"}': always(0),
  'newsletter_issues{state="waiting"}': always(0),
  'article_schedules{state="missed"}': always(0),
  'article_schedules{state="failed"}': always(0),
  'overdue_seconds{kind="article"}': always(20),
  'overdue_seconds{kind="newsletter"}': always(0),
  'disk_free_bytes{place="data"}': always(9e9),
  'queue_oldest_seconds{job="purge"}': always(5),
  'queue_jobs{job="purge",state="failed"}': always(0),
  'backup_schedule{kind="daily"}': always(1),
  'backup_schedule{kind="undecided"}': always(0),
  backup_failing: always(0),
  // Made at every moment.
  backup_last_success_timestamp_seconds: `1+300x${SAMPLES}`,
  'webhooks{state="failing"}': always(0),
  'webhooks{state="switched_off"}': always(0),
  'news_feeds{state="failing"}': always(0),
  'http_request_duration_seconds_count{status="2xx"}': `0+300x${SAMPLES}`,
  'http_request_duration_seconds_count{status="5xx"}': always(0),
}

const CASES: [alerts: string[], change: Record<string, string>][] = [
  [[], {}],
  [['NewsletterPaused'], { 'newsletter_issues{state="paused"}': always(1) }],
  [['NewsletterHeld'], { 'newsletter_issues{state="asked"}': always(1) }],
  [['NewsletterWaitsForMailServer'], { 'newsletter_issues{state="waiting"}': always(1) }],
  [['MailNotSent'], { 'faults{kind="mail"}': always(1) }],
  [['PublishedLate'], { 'overdue_seconds{kind="article"}': always(400) }],
  [['ArticleNotPublished'], { 'article_schedules{state="missed"}': always(1) }],
  [['SiteHeld'], { held: always(1), 'overdue_seconds{kind="newsletter"}': always(4_000) }],
  [['DatabaseAway', 'SiteDown'], { 'up{job="ai-watch"}': always(0), held: `_x${SAMPLES}` }],
  [['DatabaseAway'], { 'faults{kind="database"}': always(2) }],
  [['DiskLow'], { 'disk_free_bytes{place="data"}': always(1e9) }],
  [['DiskFull', 'DiskLow'], { 'disk_free_bytes{place="data"}': always(1e8) }],
  [['FilesAway'], { 'faults{kind="storage"}': always(1) }],
  [['QueueWaits'], { 'queue_oldest_seconds{job="purge"}': always(700) }],
  [['BackupMissing'], { backup_failing: always(1) }],
  [['BackupMissing'], { backup_last_success_timestamp_seconds: always(1) }],
  [['NoBackup'], { backup_last_success_timestamp_seconds: always(0) }],
  [
    ['NoBackup'],
    { 'backup_schedule{kind="daily"}': always(0), 'backup_schedule{kind="undecided"}': always(1) },
  ],
  [['ServerErrors'], { 'http_request_duration_seconds_count{status="5xx"}': `0+15x${SAMPLES}` }],
  [['JobsFailed'], { 'queue_jobs{job="purge",state="failed"}': always(1) }],
  [['LanguageModelAway'], { 'faults{kind="model"}': always(1) }],
  [['ClockChanged'], { 'faults_total{kind="clock"}': `0x${29 * 12 - 2} 1x${SAMPLES}` }],
  [['WebhooksFail'], { 'webhooks{state="failing"}': always(1) }],
  [['FeedsFail'], { 'news_feeds{state="failing"}': always(3) }],
]

test('each alert fires for what it is about and for nothing else, and none for a site without problems', async () => {
  const folder = createTemporaryFolder('alerts')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const tests = CASES.map(([alerts, change]) => ({
    name: alerts.join(),
    interval: '5m',
    input_series: Object.entries({ ...QUIET, ...change }).map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '29h',
        exp_samples: alerts.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  }))
  const file = join(folder, 'tests.yml')
  await writeFile(file, JSON.stringify({ rule_files: await listFiles(), evaluation_interval: '5m', tests }))
  const checked = await promisify(execFile)(await debianProgram('promtool'), ['test', 'rules', file]).catch(
    (error) => error,
  )
  expect(`${checked.stdout}${checked.stderr}`).toMatch(/SUCCESS\s*$/)
}, 120_000)
