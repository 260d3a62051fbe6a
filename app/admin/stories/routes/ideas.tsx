import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AnswerRefusal, codeOf } from '#app/admin/kit/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath } from '#app/admin/kit/paths.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { ARTICLES_KEY } from '#app/admin/kit/query/desk-query.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { PlanningHeading } from '#app/admin/stories/articles/list-heading.tsx'
import { IdeaDialog } from '#app/admin/stories/ideas/idea-dialog.tsx'
import { IdeaList } from '#app/admin/stories/ideas/idea-list.tsx'
import {
  ANYBODY,
  chooseIdeas,
  IDEAS_KEY,
  IDEAS_TABLE,
  ideasQuery,
} from '#app/admin/stories/ideas/ideas-table.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { addIdea, beginDraft, dropIdea } from '#core/data/ideas.ts'
import { IDEA_TITLE_MAX_LENGTH, type Idea, type NewIdeaInput, newIdeaInput } from '#core/domain/idea.ts'
import { hasRight, isEditor } from '#core/domain/role.ts'
import type { Language } from '#core/i18n/languages.ts'

/** Ideas for articles. */
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
  const isWriting = hasRight(member, 'have_articles')
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

/** The filter by person is offered only if there is somebody else. */
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

/** One line that becomes an idea. The field keeps the focus, so that several can be written one after the other. */
function NewIdea() {
  const { toast } = useToast()
  const form = useRef<HTMLFormElement>(null)
  const add = useDeskMutation({ run: addIdea, invalidates: [IDEAS_KEY] })
  const state = useDeskForm<NewIdeaInput, NewIdeaInput>({
    schema: newIdeaInput,
    initial: { title: '' },
    async submit(values) {
      await add.mutateAsync(values)
      toast({ title: t('ui.success'), description: t('ideas.new.done') })
      state.form.reset()
      form.current?.querySelector('input')?.focus()
    },
    placeError: (error) =>
      codeOf(error) === '54000' ? { field: 'title', message: t('ideas.new.full') } : null,
  })
  return (
    <DeskForm
      ref={form}
      state={state}
      action={t('ideas.new.add')}
      busyAction={t('ui.oneMoment')}
      label={t('ideas.new')}
      className="mb-7 [&>fieldset]:flex [&>fieldset]:flex-wrap [&>fieldset]:items-end [&>fieldset]:gap-x-3 [&>fieldset]:gap-y-2 [&>fieldset]:space-y-0"
    >
      <FormField
        state={state}
        name="title"
        label={t('ideas.new')}
        maxLength={IDEA_TITLE_MAX_LENGTH}
        autoComplete="off"
        placeholder={t('ideas.new.placeholder')}
        className="min-w-0 grow basis-60"
      />
    </DeskForm>
  )
}

const NOT_BEGUN = {
  gone: t('ideas.begin.gone'),
  dropped: t('ideas.begin.dropped'),
  in_trash: t('ideas.begin.inTrash'),
} as const

/** The acts on an idea: it becomes a draft, which is opened, or it is dropped, which can be undone. */
function useIdeaActs() {
  const navigate = useNavigate()
  const begin = useDeskMutation({
    run: beginDraft,
    done(answer) {
      if (answer.status !== 'begun') throw new AnswerRefusal(NOT_BEGUN[answer.status])
      const { slug, language } = answer
      return navigate(editArticlePath({ slug, language: language as Language }))
    },
    invalidates: [IDEAS_KEY, ARTICLES_KEY],
  })
  const drop = useDeskMutation({
    run: (client, { idea: { id }, isDropped }: { idea: Idea; isDropped: boolean }) =>
      dropIdea(client, id, isDropped),
    done(isThere, { idea, isDropped }) {
      if (!isThere) throw new AnswerRefusal(t('ideas.begin.gone'))
      if (!isDropped) return t('ideas.drop.undone')
      const undo = <UndoButton onUndo={() => void drop.attempt({ idea, isDropped: false })} />
      return {
        title: t('ui.success'),
        description: (
          <>
            {t('ideas.drop.done', { title: idea.title })}
            {undo}
          </>
        ),
      }
    },
    invalidates: [IDEAS_KEY],
  })
  return {
    async begin(idea: Idea): Promise<void> {
      if (!begin.isPending) await begin.attempt(idea.id)
    },
    drop: (idea: Idea) => drop.attempt({ idea, isDropped: true }),
  }
}
