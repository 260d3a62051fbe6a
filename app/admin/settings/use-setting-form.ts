import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { type Drafts, mergeDrafts, toDraft, toValue } from '#app/admin/settings/setting-drafts.ts'
import { SETTINGS_KEY, type StoredSettings } from '#app/admin/settings/settings-queries.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { saveSettings } from '#core/data/settings.ts'
import { z } from '#core/domain/schema.ts'
import {
  type EditedKey,
  parseSetting,
  type SettingChange,
  type SettingKey,
  type SettingValues,
} from '#core/domain/settings.ts'

/** The problems of a value, by the field: `tagline.de`, `landing_figures.en.0.label`. */
type Problems = ReadonlyMap<string, string>

interface Edit {
  /** The stored value when editing began, or when a conflict was resolved; null is the default. */
  base: unknown
  draft: Drafts[EditedKey]
}

/** The settings that are being edited on the page. */
export interface SettingForm {
  draft<Key extends EditedKey>(key: Key): Drafts[Key]
  change<Key extends EditedKey>(key: Key, draft: Drafts[Key]): void
  /** The problem of a field, such as `tagline.de`. */
  problemOf(field: string): string | undefined
  /** The fields of a setting that have problems. */
  hasProblem(prefix: string): boolean
  /** Tells whether another administrator has changed it since editing began. */
  isChangedMeanwhile(key: EditedKey): boolean
  /** Discards the edit. */
  discard(key: EditedKey): void
  /** Resolves a conflict: shows the value of the other administrator. */
  takeTheirs(key: EditedKey): void
  /** Resolves a conflict: saving replaces the value of the other administrator. */
  keepMine(key: EditedKey): void
  /** The settings that differ from what is stored. */
  edited: ReadonlySet<EditedKey>
  isSaving: boolean
  /** Saves those of these that were edited. Returns false, with problems at the fields, when that is not possible. */
  save(keys: readonly EditedKey[]): Promise<boolean>
  /** Returns why the settings that were saved last could not be, apart from problems at fields. */
  errorOf(keys: readonly EditedKey[]): string
}

/** The props of each card of settings. */
export interface SettingPartProps {
  form: SettingForm
  settings: StoredSettings
}

const same = (one: unknown, other: unknown) => hashKey([one ?? null]) === hashKey([other ?? null])

/**
 * Edits settings with optimistic locking. A setting without an edit follows the stored value; an edit is saved only if the stored
 * value has not changed since, or if the conflict was resolved.
 */
export function useSettingForm(stored: Partial<SettingValues>): SettingForm {
  const [made, setEdits] = useState<ReadonlyMap<EditedKey, Edit>>(new Map())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<{ keys: readonly EditedKey[]; text: string } | null>(null)
  const { toast } = useToast()
  const mutation = useDeskMutation({ run: saveSettings, invalidates: [SETTINGS_KEY] })

  /** The edit on top of what is stored now, where that is possible without a choice, or with this one. */
  const rebase = (key: EditedKey, edit: Edit, prefer?: 'mine' | 'theirs'): Edit => {
    if (same(edit.base, stored[key])) return edit
    const draftOf = (value: unknown) => toDraft(key, (value ?? undefined) as never)
    const versions = { before: draftOf(edit.base), mine: edit.draft, theirs: draftOf(stored[key]) }
    const draft = mergeDrafts(key, versions as never, prefer)
    return draft === null ? edit : { base: stored[key] ?? null, draft }
  }
  const edits: ReadonlyMap<EditedKey, Edit> = new Map(
    [...made].map(([key, edit]) => [key, rebase(key, edit)]),
  )
  const editedValue = (key: EditedKey, { draft }: Edit) => toValue(key, draft as never)
  const isEdited = (key: EditedKey, edit: Edit) => !same(editedValue(key, edit), stored[key])
  const isChangedMeanwhile = (key: EditedKey) => {
    const edit = edits.get(key)
    return edit !== undefined && !same(edit.base, stored[key]) && isEdited(key, edit)
  }

  function setEdit(key: EditedKey, edit: Edit | null) {
    setEdits((before) => {
      const after = new Map(before)
      if (edit) after.set(key, edit)
      else after.delete(key)
      return after
    })
    setProblems((before) => new Map([...before].filter(([field]) => !belongsTo(field, key))))
    setFailure(null)
  }

  /** The changes to be sent, or null when there are problems. */
  function collect(keys: readonly EditedKey[]): SettingChange[] | null {
    const found = new Map<string, string>()
    const changes: SettingChange[] = []
    for (const key of keys) {
      const edit = edits.get(key)
      if (!edit || !isEdited(key, edit)) continue
      const value = editedValue(key, edit)
      const checked = value === null ? { value } : checkSetting(key, value)
      for (const [field, problem] of checked.problems ?? []) found.set(field, problem)
      if (!checked.problems) changes.push({ key, before: edit.base, after: checked.value })
      // Problems name the rows as they would be stored, without empty ones.
      if (value !== null && checked.problems)
        setEdits((before) => new Map(before).set(key, { ...edit, draft: toDraft(key, value as never) }))
    }
    setProblems(found)
    return found.size > 0 ? null : changes
  }

  async function save(keys: readonly EditedKey[]): Promise<boolean> {
    setFailure(null)
    const changes = collect(keys)
    if (!changes) return false
    const fail = (text: string) => {
      setFailure({ keys, text })
      return false
    }
    if (keys.some(isChangedMeanwhile)) return fail(t('settings.conflict.look'))
    try {
      const conflicts = await mutation.mutateAsync(changes)
      if (conflicts.length > 0) return fail(t('settings.conflict.look'))
    } catch (error) {
      if (codeOf(error) !== '23514') return fail(describeError(error))
      // The one rule that only the database can check.
      if (!changes.some(({ key }) => key === 'newsletter_zone')) return fail(t('settings.problem.refused'))
      setProblems(new Map([['newsletter_zone', t('settings.problem.zone')]]))
      return false
    }
    setEdits((before) => new Map([...before].filter(([key]) => !keys.includes(key))))
    toast({ title: t('ui.success'), description: t('settings.saved.text') })
    return true
  }

  return {
    draft(key) {
      const edit = edits.get(key)
      // A draft may be null: something that was removed.
      const draft = edit ? edit.draft : toDraft(key, stored[key])
      return draft as Drafts[typeof key]
    },
    change(key, draft) {
      const edit = edits.get(key)
      const isAsStored = same(draft, toDraft(key, stored[key]))
      setEdit(key, isAsStored ? null : { base: edit ? edit.base : (stored[key] ?? null), draft })
    },
    problemOf: (field) => problems.get(field),
    hasProblem: (prefix) => [...problems.keys()].some((field) => belongsTo(field, prefix)),
    isChangedMeanwhile,
    discard: (key) => setEdit(key, null),
    takeTheirs(key) {
      const edit = edits.get(key)
      const rest = edit && rebase(key, edit, 'theirs')
      setEdit(key, rest && isEdited(key, rest) ? rest : null)
    },
    keepMine(key) {
      const edit = edits.get(key)
      if (edit) setEdit(key, rebase(key, edit, 'mine'))
    },
    edited: new Set([...edits].filter(([key, edit]) => isEdited(key, edit)).map(([key]) => key)),
    isSaving: mutation.isPending,
    save,
    errorOf: (keys) => (failure?.keys === keys ? failure.text : ''),
  }
}

function belongsTo(field: string, prefix: string): boolean {
  return field === prefix || field.startsWith(`${prefix}.`)
}

/** Checks a value as it would be stored. Returns it as it is to be stored, trimmed, or what is wrong with it. */
export function checkSetting(
  key: SettingKey,
  value: unknown,
): { value: unknown; problems?: undefined } | { value?: undefined; problems: Problems } {
  try {
    return { value: parseSetting(key, value) }
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const issues = error.issues.flatMap(chooseUnion)
    return { problems: new Map(issues.toReversed().map((issue) => place(key, issue))) }
  }
}

/** Of a value that is none of several kinds, what is wrong with it as the kind whose fields it has. */
function chooseUnion(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOther = ({ code, path }: z.core.$ZodIssue) => code === 'unrecognized_keys' && path.length === 0
  const own = issue.errors.find((issues) => !issues.some(isOther)) ?? []
  return own.length > 0 ? own.map((one) => ({ ...one, path: [...issue.path, ...one.path] })) : [issue]
}

function place(key: SettingKey, { path, code, message }: z.core.$ZodIssue): [string, string] {
  // The words of a language share one field, so the word is named.
  if (key === 'banned_words' && path.length > 1)
    return [`${key}.${String(path[0])}`, t('settings.problem.line', { number: Number(path[1]) + 1, message })]
  const field = [key, ...path].join('.')
  // Others fall back to English, so there must be something.
  if (code === 'invalid_type' && path.at(-1) === 'en') return [field, t('settings.problem.english')]
  if (code === 'too_big' && path.length > 0 && message.startsWith('Too'))
    return [field, t('settings.problem.tooMany')]
  return [field, message]
}
