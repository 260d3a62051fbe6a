import { useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, groupPath } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import {
  describeExtent,
  describeLanguages,
  describeOutlets,
  NEWSROOM_KEY,
} from '#app/admin/newsroom/newsroom-queries.ts'
import { useSectionName } from '#app/admin/settings/sections/use-sections.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { followNewsGroup, hideNewsGroup } from '#core/data/news-groups.ts'
import type { GroupReason, ListedNewsGroup } from '#core/domain/news-group.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
const DAY_HOURS = 24

interface StoryListProps {
  groups: readonly ListedNewsGroup[]
  stale: boolean
  onFollow: (group: ListedNewsGroup) => void
  onHide: (group: ListedNewsGroup) => void
  onUndo: () => void
}

/** Stories one below the other. Arrow keys go from headline to headline; F follows the one that has the focus, H hides it, and U takes the last of that back. */
export function StoryList({ groups, stale, onFollow, onHide, onUndo }: StoryListProps) {
  const list = useRef<HTMLUListElement>(null)
  const navigate = useNavigate()

  function press(event: React.KeyboardEvent, group: ListedNewsGroup) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const headlines = [...(list.current?.querySelectorAll<HTMLElement>('[data-story]') ?? [])]
    const place = headlines.indexOf(event.currentTarget as HTMLElement)
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        headlines[place + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
        break
      case ' ':
        void navigate(groupPath(group.id))
        break
      case 'f':
      case 'F':
        onFollow(group)
        break
      case 'h':
      case 'H':
        // The story leaves the list, and the next one goes on.
        ;(headlines[place + 1] ?? headlines[place - 1])?.focus()
        onHide(group)
        break
      case 'u':
      case 'U':
        onUndo()
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <ul
      ref={list}
      aria-label={t('newsroom.stories')}
      aria-busy={stale}
      className={`divide-y divide-line border-line border-y ${stale ? 'opacity-60' : ''}`}
    >
      {groups.map((group) => (
        <li key={group.id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2.5 py-4">
          <div className="min-w-0 grow basis-80">
            <Link
              to={groupPath(group.id)}
              data-story={group.id}
              onKeyDown={(event) => press(event, group)}
              className="font-display font-medium text-title-sm wrap-anywhere underline decoration-transparent underline-offset-4 hover:decoration-current"
            >
              {group.headline}
            </Link>
            <StoryFacts group={group} />
          </div>
          <StoryActs group={group} onFollow={onFollow} onHide={onHide} />
        </li>
      ))}
    </ul>
  )
}

/** Says how much there is of a story, who tells it and when, and why it stands where it does. */
export function StoryFacts({ group }: { group: ListedNewsGroup }) {
  const sectionName = useSectionName()
  const { new_links, is_followed, is_hidden, section, outlets, languages, newest_at, reasons } = group
  const place = [section && sectionName(section), describeLanguages(languages)].filter(Boolean)
  const why = reasons.map(describeReason)
  return (
    <>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {new_links > 0 && (
          <Badge look="plain" tone="blue">
            {t('newsroom.new', { count: new_links })}
          </Badge>
        )}
        {is_followed && (
          <Badge look="plain" tone="green">
            {t('newsroom.followed')}
          </Badge>
        )}
        {is_hidden && <Badge look="plain">{t('newsroom.hidden')}</Badge>}
        <span className="font-medium text-ink">{describeExtent(group)}</span>
        <ShortTime iso={newest_at} />
      </p>
      <p className="mt-1 max-w-prose text-sm text-soft wrap-anywhere">
        {[describeOutlets(outlets), ...place].join(' · ')}
      </p>
      {why.length > 0 && (
        <p className="mt-0.5 max-w-prose text-faint text-sm">
          {t('newsroom.reason', { reasons: why.join(' · ') })}
        </p>
      )}
      <Continues articles={group.continues} />
    </>
  )
}

/** The articles of the publication that a story goes on from. */
function Continues({ articles }: { articles: ListedNewsGroup['continues'] }) {
  if (articles.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
      <span className="text-faint">{t('newsroom.continues')}</span>
      {articles.map(({ id, slug, title }) => (
        <Link
          key={id}
          to={editArticlePath({ slug })}
          className="min-w-0 underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
        >
          {title}
        </Link>
      ))}
    </p>
  )
}

interface StoryActsProps {
  group: ListedNewsGroup
  onFollow: (group: ListedNewsGroup) => void
  onHide: (group: ListedNewsGroup) => void
}

export function StoryActs({ group, onFollow, onHide }: StoryActsProps) {
  const { headline, is_followed, is_hidden } = group
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        aria-label={t(is_followed ? 'newsroom.unfollow.label' : 'newsroom.follow.label', { headline })}
        onClick={() => onFollow(group)}
      >
        {t(is_followed ? 'newsroom.unfollow' : 'newsroom.follow')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t(is_hidden ? 'newsroom.show.label' : 'newsroom.hide.label', { headline })}
        onClick={() => onHide(group)}
      >
        {t(is_hidden ? 'newsroom.show' : 'newsroom.hide')}
      </Button>
    </div>
  )
}

/** Says why a story stands where it does. */
function describeReason({ code, value }: GroupReason): string {
  switch (code) {
    case 'origins':
      return t('newsroom.reason.origins', { count: value })
    case 'newness':
      if (value < 1) return t('newsroom.reason.justNow')
      return value < 2 * DAY_HOURS
        ? t('newsroom.reason.hours', { count: Math.floor(value) })
        : t('newsroom.reason.days', { count: Math.floor(value / DAY_HOURS) })
    case 'section':
      return t('newsroom.reason.section', { words: LIST.format(value.map((word) => `“${word}”`)) })
  }
}

type Named = Pick<ListedNewsGroup, 'id' | 'headline'>

/** Follows a story and hides it, each of which can be undone. */
export function useGroupActs() {
  const lastUndo = useRef<(() => void) | null>(null)

  function say(isThere: boolean, done: string, undo: () => void) {
    if (!isThere) throw new Refusal('story_gone')
    lastUndo.current = undo
    return { title: done, description: <UndoButton onUndo={undo} /> }
  }

  const follow = useDeskMutation({
    run: (client, { group, isFollowed }: { group: Named; isFollowed: boolean }) =>
      followNewsGroup(client, group.id, isFollowed),
    done: (isThere, { group, isFollowed }) =>
      say(
        isThere,
        t(isFollowed ? 'newsroom.follow.done' : 'newsroom.follow.ended', { headline: group.headline }),
        () => void acts.setFollowed(group, !isFollowed),
      ),
    invalidates: [NEWSROOM_KEY],
  })
  const hide = useDeskMutation({
    run: (client, { group, isHidden }: { group: Named; isHidden: boolean }) =>
      hideNewsGroup(client, group.id, isHidden),
    done: (isThere, { group, isHidden }) =>
      say(
        isThere,
        t(isHidden ? 'newsroom.hide.done' : 'newsroom.hide.ended', { headline: group.headline }),
        () => void acts.setHidden(group, !isHidden),
      ),
    invalidates: [NEWSROOM_KEY],
  })

  const acts = {
    /** Takes back what was done last. */
    undoLast: () => lastUndo.current?.(),
    setFollowed: (group: Named, isFollowed: boolean) => follow.attempt({ group, isFollowed }),
    setHidden: (group: Named, isHidden: boolean) => hide.attempt({ group, isHidden }),
  }
  return acts
}
