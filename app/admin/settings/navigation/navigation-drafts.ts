import type { ChosenTime } from '#app/admin/kit/form/moment-fields.tsx'
import { localized, type PerLanguage, perLanguage } from '#app/admin/settings/localized-drafts.ts'
import { FOOTER_COLUMNS, PUBLICATION_DEFAULTS } from '#core/domain/publication-settings.ts'
import type { SettingValues } from '#core/domain/settings.ts'
import { momentsOf } from '#core/domain/zoned-time.ts'

export interface LinkDraft {
  label: PerLanguage<string>
  to: string
}

export type ColumnDraft =
  | { shipped: (typeof FOOTER_COLUMNS)[number] }
  | { title: PerLanguage<string>; links: LinkDraft[] }

/** A moment as it is stored, or as it was chosen; null for none. */
export type MomentDraft = { moment: string } | ChosenTime | null

export interface NoticeDraft {
  text: PerLanguage<string>
  to: string
  from: MomentDraft
  until: MomentDraft
}

export interface NavigationDrafts {
  front_page: SettingValues['front_page']
  header_links: LinkDraft[]
  footer_columns: ColumnDraft[]
  /** Addresses, one in each row. */
  social_profiles: { to: string }[]
  notice: NoticeDraft
}

type Codecs = {
  [Key in keyof NavigationDrafts]: {
    toDraft(value: SettingValues[Key] | undefined): NavigationDrafts[Key]
    toValue(draft: NavigationDrafts[Key]): unknown
  }
}

export const emptyLink = (): LinkDraft => ({ label: textsOf(), to: '' })

export const NAVIGATION_CODECS: Codecs = {
  front_page: {
    toDraft: (value = PUBLICATION_DEFAULTS.front_page) => value,
    toValue: (draft) => (isSame(draft, PUBLICATION_DEFAULTS.front_page) ? null : draft),
  },
  header_links: {
    toDraft: (value = []) => value.map(linkDraft),
    toValue: (draft) => orNull(linkValues(draft)),
  },
  footer_columns: {
    toDraft: (value = FOOTER_COLUMNS.map((shipped) => ({ shipped }))) =>
      value.map((column) =>
        'shipped' in column
          ? { shipped: column.shipped }
          : { title: textsOf(column.title), links: (column.links ?? []).map(linkDraft) },
      ),
    toValue(draft) {
      const columns = draft.map((column) =>
        'shipped' in column ? column : { title: ownTexts(column.title), links: linkValues(column.links) },
      )
      const shipped = columns.map((column) => 'shipped' in column && column.shipped)
      return isSame(shipped, FOOTER_COLUMNS) ? null : columns
    },
  },
  social_profiles: {
    toDraft: (value = []) => value.map((to) => ({ to })),
    toValue: (draft) => orNull(draft.map(({ to }) => to.trim()).filter(Boolean)),
  },
  notice: {
    toDraft: (value) => ({
      text: textsOf(value?.text),
      to: value?.to ?? '',
      from: momentDraft(value?.from),
      until: momentDraft(value?.until),
    }),
    toValue({ text, to, from, until }) {
      const own = localized(text, (line) => line.trim() || undefined)
      if (!own) return null
      return {
        text: own,
        ...(to.trim() && { to: to.trim() }),
        ...(from && { from: momentValue(from) }),
        ...(until && { until: momentValue(until) }),
      }
    },
  },
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const orNull = <Item>(list: Item[]) => (list.length > 0 ? list : null)

function textsOf(texts: Partial<PerLanguage<string | undefined>> = {}): PerLanguage<string> {
  return perLanguage((language) => texts[language] ?? '')
}

const ownTexts = (texts: PerLanguage<string>) => localized(texts, (line) => line.trim() || undefined) ?? {}

const linkDraft = ({ label, to }: { label?: Partial<PerLanguage<string | undefined>>; to: string }) => ({
  label: textsOf(label),
  to,
})

/** The links in which something is written. */
function linkValues(links: LinkDraft[]) {
  return links
    .map(({ label, to }) => ({ label: ownTexts(label), to: to.trim() }))
    .filter(({ label, to }) => to !== '' || Object.keys(label).length > 0)
}

const INCOMPLETE = /^(.*)T(.*)\[(.*)\](first|second|)$/

function momentDraft(value: string | undefined): MomentDraft {
  if (value === undefined) return null
  const [, date = '', time = '', zone = '', turn = ''] = INCOMPLETE.exec(value) ?? []
  return zone ? { date, time, zone, turn: turn as ChosenTime['turn'] } : { moment: value }
}

/** The minute in UTC; a time that is incomplete or does not exist stays as it was chosen, and is refused. */
function momentValue(draft: NonNullable<MomentDraft>): string {
  if ('moment' in draft) return draft.moment
  const [first, second] = momentsOf(draft, draft.zone)
  const moment = draft.turn === 'second' ? (second ?? first) : first
  if (!moment || (second && !draft.turn)) return `${draft.date}T${draft.time}[${draft.zone}]${draft.turn}`
  return moment.toISOString().replace(/:\d\d\.\d+Z$/, ':00Z')
}
