import { Hono } from 'hono'
import { createCallerCheck } from '#server/backend/bearer-token.ts'
import { createGateway } from '#server/backend/gateway.ts'
import type { Lite } from '#server/backend/lite.ts'
import type { Sql } from '#server/database/connection.ts'
import { createFunctions } from '#server/functions/index.ts'
import { clientIp, type RequestBindings } from '#server/http/client-ip.ts'
import { answerErrors } from '#server/http/errors.ts'
import { healthChecks } from '#server/http/health.ts'
import { requestLog } from '#server/http/request-log.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import type { Log } from '#server/log.ts'
import type { MailTransport } from '#server/mail/mail.ts'
import type { Secrets } from '#server/secrets.ts'
import { createInProcessClient } from '#server/ssr/in-process-client.ts'
import { createPages, type LoadBuild } from '#server/ssr/pages.ts'
import { staticFiles } from '#server/ssr/static-files.ts'

export interface AppDeps {
  sql: Sql
  lite: Lite
  mail: MailTransport
  secrets: Secrets
  siteUrl: string
  trustProxy: number
  log: Log
  loadBuild: LoadBuild
}

/** The whole service. Its mounts, in order, are the map of what a request can reach. */
export function createApp(deps: AppDeps): Hono<{ Bindings: RequestBindings }> {
  const { secrets, siteUrl, trustProxy, log } = deps
  const app = new Hono<{ Bindings: RequestBindings }>()
  const identify = createCallerCheck(secrets)
  const pages = createPages(deps.loadBuild)

  app.onError(answerErrors(log))
  app.use(requestLog(log), securityHeaders({ https: siteUrl.startsWith('https:') }))
  app.route('/', healthChecks(deps.sql))
  app.route('/', createGateway({ lite: deps.lite, identify, trustProxy }))
  app.route('/functions/v1', createFunctions({ ...deps, identify }))
  app.use(staticFiles())
  app.all('*', (c) => {
    const reader = clientIp(c, trustProxy)
    const supabase = createInProcessClient({
      fetch: (request, ip) => app.fetch(request, { clientIp: ip }),
      key: secrets.publishableKey,
      clientIp: reader,
    })
    return pages(c.req.raw, { supabase, siteUrl, publishableKey: secrets.publishableKey })
  })
  return app
}
