import { type Feature, HELD_EVERY_MINUTE } from '#server/features/feature.ts'
import type { Services } from '#server/features/services.ts'
import * as deliver from '#server/features/social/deliveries/deliver.ts'
import { tellChanges, tellSocialWebJob } from '#server/features/social/deliveries/tell-changes.ts'
import { openSocialWeb, type SocialWeb } from '#server/features/social/open-social-web.ts'
import { asksForActivity, createSocialRoutes } from '#server/features/social/social-routes.ts'
import { handles } from '#server/platform/queue/job.ts'

declare module '#server/features/services.ts' {
  interface Services {
    /** Opens what speaks with other servers of the social web; loaded by the first call. */
    openSocialWeb: () => Promise<SocialWeb>
  }
}

export const socialFeature = {
  opens: (services, { config, jwtSecret }) => ({
    openSocialWeb: openSocialWeb({ ...services, jwtSecret, allowed: config.socialServers }),
  }),
  routes: (app, deps) => app.route('/', createSocialRoutes(deps)),
  precedesPages:
    ({ settings }) =>
    ({ headers }) =>
      settings.current().social_web && asksForActivity(headers.accept),
  jobs: [
    handles(
      tellSocialWebJob,
      (deps: Services, _, { signal }) => tellChanges(deps, signal),
      HELD_EVERY_MINUTE,
    ),
    handles(
      deliver.deliverToSocialWebJob,
      (deps: Services, _, { signal }) => deliver.deliverToSocialWeb(deps, signal),
      HELD_EVERY_MINUTE,
    ),
  ],
  notified: (services) => [deliver.tellOnNotify(services)],
} satisfies Feature
