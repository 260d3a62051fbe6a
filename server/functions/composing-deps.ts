import type { AdmitDeps } from '#server/functions/admit-administrator.ts'
import type { ComposeDeps } from '#server/newsletter/compose/compose-issue.ts'
import type { RenderDeps } from '#server/newsletter/render/render-issue.ts'

/** What the functions need with which issues are written. */
export type ComposingDeps = AdmitDeps & ComposeDeps & RenderDeps
