import { Fragment, useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface ShortcutDialogProps {
  hasLetters: boolean
  onTurn: (on: boolean) => void
  onClose: () => void
}

/** Each with its keys; several are alternatives. */
const SHORTCUTS: readonly (readonly [what: string, keys: readonly string[]])[] = [
  [t('review.keys.next'), ['j', 'Alt+↓']],
  [t('review.keys.previous'), ['k', 'Alt+↑']],
  [t('review.keys.nextOpen'), ['u']],
  [t('review.keys.nextProblem'), ['p']],
  [t('review.keys.edit'), ['Enter']],
  [t('review.keys.leave'), ['Esc']],
  [t('review.keys.approve'), ['a']],
  [t('review.keys.approveAndGoOn'), ['Ctrl+Enter']],
  [t('review.keys.approveAll'), ['Shift+A']],
  [t('review.keys.insertTag'), ['Alt+T']],
  [t('review.keys.keep'), ['1']],
  [t('review.keys.take'), ['2']],
  [t('review.keys.ask'), ['r']],
  [t('review.keys.view'), ['v']],
  [t('review.keys.save'), ['Ctrl+S']],
  [t('review.keys.nextArticle'), ['n']],
  [t('review.keys.help'), ['?']],
]

export function ShortcutDialog({ hasLetters, onTurn, onClose }: ShortcutDialogProps) {
  return (
    <ModalDialog title={t('review.keys.title')} onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm">
        {SHORTCUTS.map(([what, keys]) => (
          <Fragment key={what}>
            <dt className="text-soft">{what}</dt>
            <dd className="flex justify-end gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-edge px-1.5 font-sans text-xs leading-5">
                  {key}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      <label className="mt-5 flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
          checked={hasLetters}
          onChange={(event) => onTurn(event.target.checked)}
        />
        {t('review.keys.letters')}
      </label>
      <div className="mt-6 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t('review.keys.close')}
        </Button>
      </div>
    </ModalDialog>
  )
}

interface ReviewKeys {
  move: (by: 1 | -1) => void
  /** Moves the focus into the text of the active row. */
  edit: () => void
  approve: () => void
  approveAll: () => void
  nextOpen: () => void
  nextProblem: () => void
  take: (which: 'present' | 'proposed') => void
  askAgain: () => void
  switchView: () => void
  nextArticle: () => void
  help: () => void
}

/**
 * The keyboard shortcuts of the review. Single letters work outside of text fields, unless the editor has switched them off; moving
 * with Alt works everywhere.
 */
export function useReviewKeys(keys: ReviewKeys, hasLetters: boolean): void {
  const latest = useRef({ keys, hasLetters })
  useEffect(() => {
    latest.current = { keys, hasLetters }
  })
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const { keys, hasLetters } = latest.current
      if (event.defaultPrevented || event.isComposing || document.querySelector('[role=dialog]')) return
      const action = actionOf(event, keys, hasLetters)
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function actionOf(event: KeyboardEvent, keys: ReviewKeys, hasLetters: boolean): (() => void) | null {
  if (event.ctrlKey || event.metaKey) return null
  if (event.altKey) {
    if (event.key === 'ArrowDown') return () => keys.move(1)
    return event.key === 'ArrowUp' ? () => keys.move(-1) : null
  }
  const { target } = event
  if (!(target instanceof Element) || isTypedIn(target)) return null
  // Buttons and links handle Enter themselves.
  if (event.key === 'Enter') return target.matches('[data-block]') ? keys.edit : null
  if (!hasLetters || (event.repeat && !MOVING.has(event.key.toLowerCase()))) return null
  // Caps Lock makes no difference.
  return letterActionOf(event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase(), keys)
}

/** Keys that may be held down. */
const MOVING = new Set(['j', 'k'])

function letterActionOf(key: string, keys: ReviewKeys): (() => void) | null {
  switch (key) {
    case 'j':
      return () => keys.move(1)
    case 'k':
      return () => keys.move(-1)
    case 'e':
      return keys.edit
    case 'a':
      return keys.approve
    case 'A':
      return keys.approveAll
    case 'u':
      return keys.nextOpen
    case 'p':
      return keys.nextProblem
    case '1':
      return () => keys.take('present')
    case '2':
      return () => keys.take('proposed')
    case 'r':
      return keys.askAgain
    case 'v':
      return keys.switchView
    case 'n':
      return keys.nextArticle
    case '?':
      return keys.help
    default:
      return null
  }
}

function isTypedIn(target: Element): boolean {
  return target.matches('textarea, select, [contenteditable=true], input:not([type=checkbox])')
}

const STORED = 'review-letter-keys'

/** Returns whether single letters are shortcuts. Users who dictate can switch them off in this browser. */
export function useLetterKeys(): [areOn: boolean, turn: (on: boolean) => void] {
  const [areOn, setAreOn] = useState(read)
  return [
    areOn,
    (on) => {
      setAreOn(on)
      try {
        if (on) localStorage.removeItem(STORED)
        else localStorage.setItem(STORED, 'off')
      } catch {
        // Without storage, the setting lasts until the page is left.
      }
    },
  ]
}

function read(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}
