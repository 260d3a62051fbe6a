import * as z from 'zod'
import { type BackupState, backupTrouble } from '#core/domain/backup.ts'
import type { Dashboard, Desk, SetUpGap, Waiting } from '#core/domain/dashboard.ts'
import { mailLeaves } from '#core/domain/mail.ts'
import { nextSunday } from '#core/domain/newsletter-schedule.ts'
import { describeStatements } from '#core/i18n/describe-statements.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { readHealth } from '#server/platform/heartbeat/read-health.ts'
import { VERSION } from '#server/platform/version.ts'
import { countedAs } from '#server/supabase/auth/bearer-token.ts'
import { answer, refuse, withQuery } from '#server/supabase/functions/call.ts'
import { fromDatabase, RestError } from '#server/supabase/rest/rest-error.ts'
import { runAs } from '#server/supabase/rest/run-query.ts'

type Deps = Pick<
  FunctionDeps,
  'requestPools' | 'settings' | 'mail' | 'ai' | 'sql' | 'hasNewsroom' | 'siteUrl'
>

/** The part that the database knows; the rest is known to this process. */
type Stored<Answer extends Desk> = Omit<Answer, 'waiting' | 'version' | 'hasNewsroom'> & {
  backups: BackupState
  waiting: Omit<Waiting, 'sunday' | 'setUp' | 'health' | 'backup'> & {
    hasFactor: boolean
    hasPrintedPassword: boolean
    hasSubscribers: boolean
    isSundayDecided: boolean
  }
}

const moment = z.iso.datetime({ offset: true })
const day = z.union([z.strictObject({}), z.strictObject({ from: moment, until: moment })])

/** Reads the work that is waiting for the caller; with `?from=…&until=…`, a day, the dashboard as well. */
export const readDesk = withQuery(
  day,
  'Send the beginning and the end of a day as from and until, or neither.',
  async (deps: Deps, asked, { caller, claims }) => {
    const settings = deps.settings.current()
    const now = new Date()
    const { sunday, at } = nextSunday(now, settings)
    const [from, until] = 'from' in asked ? [asked.from, asked.until] : [null, null]
    const statement = {
      text: `select 1 as count, private.read_desk($1, $2, $3, $4)::text as body, null as total, null as inserted`,
      values: [sunday, at.toISOString(), from, until],
    }
    const identity = { role: 'authenticated', claims: JSON.stringify(claims), clientIp: '' } as const
    try {
      const [{ body }, hasModel, health] = await Promise.all([
        deps.requestPools.turns.run(
          countedAs(caller),
          () => runAs(deps.requestPools, identity, statement, { reads: true }),
          () => true,
          'requests',
        ),
        deps.ai.isConfigured(),
        readHealth(deps.sql),
        deps.sql`select private.note_visit(${claims.sub ?? null})`,
      ])
      const { waiting, backups, ...rest } = JSON.parse(body ?? '') as Stored<Desk | Dashboard>
      const { hasFactor, hasPrintedPassword, hasSubscribers, isSundayDecided, ...others } = waiting
      const gaps: Record<SetUpGap, boolean> = {
        mail: !mailLeaves(await deps.mail.current()),
        model: !hasModel,
        backups: !backups.decided,
        postal_address: hasSubscribers && settings.postal_address === null,
        password: hasPrintedPassword,
        second_factor: !hasFactor,
        statements: describeStatements(settings, deps.siteUrl).some(
          ({ id, version }) => settings.statements_read[id] !== version,
        ),
      }
      return answer({
        ...rest,
        version: VERSION,
        hasNewsroom: deps.hasNewsroom,
        waiting: {
          ...others,
          health,
          sunday: {
            at: at.toISOString(),
            zone: settings.newsletter_zone,
            is_automatic: settings.newsletter_automatic,
            makes_draft: hasSubscribers && !isSundayDecided,
            has_subscribers: hasSubscribers,
          },
          backup: backupTrouble(backups, { zone: settings.newsletter_zone, now }),
          setUp: (Object.keys(gaps) as SetUpGap[]).filter((gap) => gaps[gap]),
        },
      } satisfies Desk)
    } catch (error) {
      const problem = fromDatabase(error, { isAnonymous: false })
      if (!(problem instanceof RestError)) throw error
      return refuse(problem.status, problem.message)
    }
  },
)
