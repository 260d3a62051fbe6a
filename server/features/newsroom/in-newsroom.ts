import type { Services } from '#server/features/services.ts'
import { type Call, type Handler, refuse } from '#server/supabase/functions/call.ts'

/** A function that is not there while the newsroom is off. */
export const inNewsroom =
  <Deps, C extends Call>(handle: Handler<Deps, C>): Handler<Deps & Pick<Services, 'hasNewsroom'>, C> =>
  async (deps, call) =>
    deps.hasNewsroom ? handle(deps, call) : refuse(404, 'This site has no newsroom (NEWSROOM is off).')
