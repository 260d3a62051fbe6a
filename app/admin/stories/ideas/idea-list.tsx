import { useRef } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues, usePeople } from '#app/admin/kit/query/colleagues.ts'
import { formatDay, languageName } from '#app/admin/kit/ui/format.ts'
import { useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Idea } from '#core/domain/idea.ts'

interface IdeaListProps {
  ideas: readonly Idea[]
  label: string
  mayChange: (idea: Idea) => boolean
  mayBegin: (idea: Idea) => boolean
  onBegin: (idea: Idea) => void
  onEdit: (idea: Idea) => void
  onDrop: (idea: Idea) => void
}

/** Ideas one below the other. Arrow keys go from title to title; B begins the one that has the focus, and Delete drops it. */
export function IdeaList(props: IdeaListProps) {
  const { ideas, label, mayChange, mayBegin, onBegin, onEdit, onDrop } = props
  const list = useRef<HTMLUListElement>(null)

  function press(event: React.KeyboardEvent, idea: Idea) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      const titles = [...(list.current?.querySelectorAll<HTMLElement>('[data-idea]') ?? [])]
      titles[titles.indexOf(event.currentTarget as HTMLElement) + step]?.focus()
    } else if (event.key.toLowerCase() === 'b' && mayBegin(idea)) onBegin(idea)
    else if (event.key === 'Delete' && mayChange(idea)) onDrop(idea)
    else return
    event.preventDefault()
  }

  return (
    <ul ref={list} aria-label={label} className="divide-y divide-line border-line border-y">
      {ideas.map((idea) => (
        <li key={idea.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 grow basis-72">
            {mayChange(idea) ? (
              <button
                type="button"
                data-idea={idea.id}
                onClick={() => onEdit(idea)}
                onKeyDown={(event) => press(event, idea)}
                className="min-h-6 text-left font-medium wrap-anywhere underline decoration-transparent underline-offset-4 hover:decoration-current"
              >
                {idea.title}
              </button>
            ) : (
              <p className="font-medium wrap-anywhere">{idea.title}</p>
            )}
            <IdeaFacts idea={idea} />
            {idea.why && (
              <p className="mt-1 line-clamp-2 max-w-prose text-sm text-soft wrap-anywhere">{idea.why}</p>
            )}
            <IdeaLinks links={idea.links} />
          </div>
          <div className="flex flex-wrap gap-2">
            {mayBegin(idea) && (
              <Button
                size="sm"
                variant="secondary"
                aria-label={t('ideas.begin.label', { title: idea.title })}
                onClick={() => onBegin(idea)}
              >
                {t('ideas.begin')}
              </Button>
            )}
            {mayChange(idea) && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('ideas.drop.label', { title: idea.title })}
                onClick={() => onDrop(idea)}
              >
                {t('ideas.drop')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows who, when, where and in which language, as far as that is known. */
function IdeaFacts({ idea: { person, planned_on, section, language, made_by } }: { idea: Idea }) {
  const people = usePeople()
  const hasColleagues = useHasColleagues()
  const sectionName = useSectionName()
  const nameOf = (id: string) => people.get(id)?.name ?? '…'
  const facts = [
    planned_on && formatDay(planned_on),
    person && nameOf(person),
    section && sectionName(section),
    language && languageName(language),
    hasColleagues && made_by && made_by !== person && t('ideas.madeBy', { name: nameOf(made_by) }),
  ].filter(Boolean)
  return facts.length > 0 && <p className="mt-0.5 text-faint text-sm wrap-anywhere">{facts.join(' · ')}</p>
}

/** The links of an idea, named by their sites. */
export function IdeaLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {links.map((link) => (
        <li key={link} className="min-w-0">
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-block min-h-6 wrap-anywhere underline underline-offset-4"
          >
            {nameOfLink(link)}
            <span className="sr-only"> {t('ideas.link.new')}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The site of a link; the whole link when it has none that can be read. */
function nameOfLink(link: string): string {
  return URL.parse(link)?.hostname.replace(/^www\./, '') ?? link
}
