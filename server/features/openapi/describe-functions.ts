import { FOR_TOKENS, refusals } from '#server/features/openapi/describe-rest.ts'

/** What of the table of functions is described. */
export interface DescribedFunction {
  method: string
  type: string | readonly string[] | null
  bodyLimit: number
  /** The scope of the access tokens that may call it; nothing when none may. */
  scope?: string | null
}

/** The functions of /functions/v1 that an access token may call, by the table of functions. */
export function functionPaths(
  functions: Readonly<Record<string, DescribedFunction>>,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, { method, type, bodyLimit, scope }]) =>
      scope
        ? [
            [
              `/functions/v1/${name}`,
              {
                [method.toLowerCase()]: {
                  tags: ['Functions of the site'],
                  operationId: name.replaceAll('-', '_'),
                  summary: `Calls ${name}, with an access token of the scope ${scope}`,
                  security: FOR_TOKENS,
                  ...(type && {
                    requestBody: {
                      required: true,
                      description: `At most ${bodyLimit / 1024} kB.`,
                      content: Object.fromEntries(
                        [type]
                          .flat()
                          .map((one) => [
                            one,
                            { schema: { type: one === 'application/json' ? 'object' : 'string' } },
                          ]),
                      ),
                    },
                  }),
                  responses: { '200': { description: 'What was done, or what was asked for.' }, ...refusals },
                },
              },
            ] as const,
          ]
        : [],
    ),
  )
}
