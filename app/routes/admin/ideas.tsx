import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { IdeaDialog } from '#app/admin/ideas/idea-dialog.tsx'
import { IdeaList } from '#app/admin/ideas/idea-list.tsx'
import { ANYBODY, chooseIdeas, IDEAS_TABLE, ideasQuery } from '#app/admin/ideas/ideas-table.ts'
import { NewIdea } from '#app/admin/ideas/new-idea.tsx'
import { PlanningHeading } from '#app/admin/ideas/planning-heading.tsx'
import { useIdeaActs } from '#app/admin/ideas/use-idea-acts.tsx'
import { t } from '#app/admin/messages.ts'
import { useColleagues } from '#app/admin/people/names-of-people.ts'
import { useCategoryOptions } from '#app/admin/sections/use-sections.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/table/table-view.tsx'
import type { Idea } from '#core/domain/idea.ts'
import { isEditor } from '#core/domain/role.ts'
import type { Route } from './+types/ideas.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('ideas.title'), matches)

/** What may be written one day. */
export default function Ideas() {
  const table = useTableAddress(IDEAS_TABLE)
  const results = useRef<HTMLElement>(null)
  const { address } = table
  const query = useQuery({
    ...ideasQuery,
    select: useCallback((all: Idea[]) => chooseIdeas(all, address), [address]),
  })
  const { data: all = [] } = useQuery(ideasQuery)
  const [editing, setEditing] = useState<Idea | null>(null)
  const acts = useIdeaActs()
  const member = useMember()
  const isWriting = isEditor(member) || member.role === 'author'
  const isMine = ({ made_by, person }: Idea) => member.user_id === made_by || member.user_id === person
  return (
    <>
      <PlanningHeading title={t('ideas.title')} />
      {isWriting && <NewIdea />}
      <TableView
        table={table}
        query={query}
        label={t('ideas.title')}
        what={t('ideas.list.what')}
        pages={t('ideas.list.pages')}
        results={results}
        controls={<TableControls table={table} search={t('ideas.search')} filters={useIdeaFilters()} />}
        noMatch={{ text: t('ideas.noMatch'), showAll: t('ideas.showAll') }}
        empty={
          <EmptyTable title={t('ideas.empty')}>
            {t(isWriting ? 'ideas.empty.intro' : 'ideas.empty.reader')}
          </EmptyTable>
        }
      >
        {({ rows }) => (
          <>
            <IdeaList
              ideas={rows}
              label={t('ideas.title')}
              mayChange={(idea) => isEditor(member) || (isWriting && isMine(idea))}
              mayBegin={({ person }) =>
                isEditor(member) || (isWriting && (person === null || person === member.user_id))
              }
              onBegin={(idea) => void acts.begin(idea)}
              onEdit={setEditing}
              onDrop={(idea) => {
                void acts.drop(idea)
                results.current?.focus({ preventScroll: true })
              }}
            />
            {isWriting && <p className="mt-3 text-faint text-sm max-md:hidden">{t('ideas.keys')}</p>}
          </>
        )}
      </TableView>
      {editing && (
        <IdeaDialog
          idea={editing}
          present={all.find(({ id }) => id === editing.id) ?? null}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

/** Who is offered only where there is somebody else. */
function useIdeaFilters() {
  const colleagues = useColleagues()
  const sections = useCategoryOptions()
  const languages = useOfferedLanguages().map((code) => [code, languageName(code)] as const)
  const people = colleagues.map(({ user_id, name }) => [user_id, name] as const)
  return [
    ...(people.length > 1
      ? [
          {
            name: 'person' as const,
            label: t('ideas.field.person'),
            options: [[ANYBODY, t('ideas.anybody')] as const, ...people],
          },
        ]
      : []),
    { name: 'section' as const, label: t('ideas.field.section'), options: sections },
    { name: 'language' as const, label: t('ideas.field.language'), options: languages },
  ]
}
