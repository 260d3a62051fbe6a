import { type ModelServer, startModelServer } from '../../support/model-server.ts'
import { test as base } from './new-publication.ts'

/** For tests whose site has a language model by its environment. */
export const test = base.extend<{ model: ModelServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  model: async ({}, use) => {
    const server = await startModelServer({ model: 'harbour-7b' })
    await use(server)
    await server.stop()
  },
  environment: async ({ model }, use) =>
    use({ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'harbour-7b', AI_BASE_URL: model.baseUrl }),
})
