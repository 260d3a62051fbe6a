import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { AnswerRefusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { Announcement, Notice } from '#app/admin/kit/ui/notice.tsx'
import { settingsQuery } from '#app/admin/settings/settings-queries.ts'
import { demoQuery } from '#app/admin/shell/setup/setup-steps.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { removeDemo } from '#core/data/demo.ts'
import {
  type DemoContents,
  type DemoState,
  type DemoWork,
  isEmptyDemo,
  type KeptStory,
} from '#core/domain/demo.ts'

const WORK: Record<DemoWork, string> = {
  edited: t('setup.demo.work.edited'),
  unsaved: t('setup.demo.work.unsaved'),
  correction: t('setup.demo.work.correction'),
  report: t('setup.demo.work.report'),
  finding: t('setup.demo.work.finding'),
  translation: t('setup.demo.work.translation'),
  review: t('setup.demo.work.review'),
  schedule: t('setup.demo.work.schedule'),
  newsletter: t('setup.demo.work.newsletter'),
}

/** The choice whether the demo stays for now, or goes. */
export function DemoStep() {
  const demo = useQuery(demoQuery)
  const settings = useQuery(settingsQuery)
  return (
    <section aria-labelledby="demo" className="max-w-2xl">
      <h2 id="demo" tabIndex={-1} className="font-display font-medium text-title">
        {t('setup.demo.title')}
      </h2>
      <QueryView query={demo} what={t('setup.demo.what')} pending={<ListSkeleton rows={3} />}>
        {(state) => (
          <div className="mt-3 space-y-7">
            {isEmptyDemo(state.removable) ? (
              <Notice title={t(state.removedAt ? 'setup.demo.removed' : 'setup.demo.none')} />
            ) : (
              <QueryView query={settings} what={t('settings.what')} pending={<ListSkeleton rows={3} />}>
                {({ stored, defaults }) => (
                  <Choice state={state} name={stored.site_name ?? defaults.site_name} />
                )}
              </QueryView>
            )}
            <KeptStories stories={state.kept} />
          </div>
        )}
      </QueryView>
    </section>
  )
}

/** Nothing has to be done to keep it; to remove it, the name of the publication has to be typed. */
function Choice({ state: { removable }, name }: { state: DemoState; name: string }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const remove = useDeskMutation({
    run: removeDemo,
    done(result) {
      if (typeof result === 'string') throw new AnswerRefusal(result)
      document.getElementById('demo')?.focus()
      return t('setup.demo.done', { count: result.removed.articles })
    },
    failed: setProblem,
    invalidates: [[]],
  })
  const isBusy = remove.isPending

  function begin() {
    if (typed.trim() !== name) return setProblem(t('setup.demo.wrongName', { name }))
    setProblem('')
    void remove.attempt(typed)
  }

  return (
    <>
      <p className="max-w-prose text-sm text-soft">{t('setup.demo.intro')}</p>
      <div>
        <h3 className="font-semibold">{t('setup.demo.keep.title')}</h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{t('setup.demo.keep.text')}</p>
      </div>
      <form
        method="post"
        noValidate
        aria-labelledby="begin-empty"
        aria-busy={isBusy}
        className="space-y-4 border-line border-t pt-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) begin()
        }}
      >
        <div>
          <h3 id="begin-empty" className="font-semibold">
            {t('setup.demo.empty.title')}
          </h3>
          <p className="mt-1 max-w-prose text-sm text-soft">
            {t('setup.demo.empty.text', { contents: describeContents(removable) })}
          </p>
        </div>
        <TextField
          label={t('setup.demo.name', { name })}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Announcement urgent>{problem}</Announcement>
        <Button type="submit" variant="destructive" aria-disabled={isBusy}>
          {isBusy ? t('ui.oneMoment') : t('setup.demo.empty.action')}
        </Button>
      </form>
    </>
  )
}

function KeptStories({ stories }: { stories: readonly KeptStory[] }) {
  if (stories.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">{t('setup.demo.kept.title', { count: stories.length })}</h3>
      <p className="mt-1 max-w-prose text-sm text-soft">{t('setup.demo.kept.text')}</p>
      <ul className="mt-3 divide-y divide-line border-line border-y text-sm">
        {stories.map(({ title, slug, languages, work }) => (
          <li key={slug} className="py-3">
            <Link
              to={`/admin/articles/edit/${slug}`}
              className="inline-flex min-h-6 items-center underline underline-offset-4 wrap-anywhere"
            >
              {title}
            </Link>
            <p className="text-faint">
              {t('setup.demo.kept.why', {
                work: work.map((one) => WORK[one]).join(', '),
                languages: languages.map(languageName).join(', '),
              })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

const describeContents = ({ articles, pictures, issues, settings }: DemoContents) =>
  [
    articles > 0 && t('setup.demo.articles', { count: articles }),
    pictures > 0 && t('setup.demo.pictures', { count: pictures }),
    issues > 0 && t('setup.demo.issues', { count: issues }),
    settings > 0 && t('setup.demo.settings', { count: settings }),
  ]
    .filter(Boolean)
    .join(', ')
