import { z } from '#core/domain/schema.ts'
import { RULES } from '#core/domain/setting-texts.ts'
import { SETTING_SCHEMAS } from '#core/domain/settings.ts'
import type { Session } from '#server/platform/database/connection.ts'

/**
 * Describes the schemas of settings as JSON Schema, which `private.fits` reads. A pattern is left out, because the database knows it by the
 * name of its format.
 * @throws when a schema has a check that no rule stands for
 */
export function describeSettingRules(schemas: Readonly<Record<string, z.ZodType>>): Record<string, object> {
  return Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, describeRule(key, schema)]))
}

function describeRule(key: string, schema: z.ZodType): object {
  const { $schema: _, ...rule } = z.toJSONSchema(schema, {
    metadata: RULES,
    // Called for what a schema refines as well, whose marks it inherits.
    override({ zodSchema, jsonSchema }) {
      const { checks = [] } = zodSchema._zod.def
      delete jsonSchema.pattern
      if (RULES.has(zodSchema)) delete jsonSchema[UNNAMED]
      else if (checks.some(({ _zod: { def } }) => def.check === 'custom' || 'pattern' in def))
        jsonSchema[UNNAMED] = true
    },
  })
  if (JSON.stringify(rule).includes(`"${UNNAMED}"`))
    throw new Error(`The setting ${key} has a check that the database does not know: register its rule.`)
  return rule
}

const UNNAMED = 'unnamedCheck'

/** Stores the rules of this program, by which the database checks settings whoever writes them. */
export async function storeSettingRules(sql: Session): Promise<void> {
  await sql`
    with told as (
      select key, value as rule from jsonb_each(${JSON.stringify(describeSettingRules(SETTING_SCHEMAS))}::jsonb)
    ), gone as (
      delete from private.setting_rules where key not in (select key from told)
    )
    insert into private.setting_rules as known (key, rule) select key, rule from told
    on conflict (key) do update set rule = excluded.rule where known.rule <> excluded.rule`
}
