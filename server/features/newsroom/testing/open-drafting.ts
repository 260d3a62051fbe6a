import { configOf } from '#server/features/translation/testing/open-translations.ts'
import { ADMIN, startTestApp } from '../../../../tests/support/app.ts'
import { addMember } from '../../../../tests/support/members.ts'
import { mintToken } from '../../../../tests/support/mint-token.ts'
import { type ModelServer, startModelServer } from '../../../../tests/support/model-server.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

/** A site with a language model, its administrator and an editor, and calls of functions in their name. */
export async function openDrafting<Model extends ModelServer = ModelServer>(given?: Model) {
  const model = given ?? (await startModelServer())
  const app = await startTestApp({ ai: configOf(model) })
  const { sql } = app.database
  const edda = await addMember(app, 'Edda', { role: 'editor' })
  const tokens = { admin: await mintToken(sql, ADMIN.email), edda: await mintToken(sql, 'edda@example.org') }

  async function call(name: string, body: unknown, who: keyof typeof tokens | { token: string } = 'admin') {
    const response = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: TEST_SECRETS.publishableKey,
        'content-type': 'application/json',
        authorization: `Bearer ${typeof who === 'string' ? tokens[who] : who.token}`,
      },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  return {
    app,
    sql,
    model,
    edda,
    call,
    async stop() {
      await app.stop()
      await model.stop()
    },
  }
}
