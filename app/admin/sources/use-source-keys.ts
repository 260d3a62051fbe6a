import { t } from '#app/admin/messages.ts'
import type { SourceActions } from '#app/admin/sources/use-source-actions.ts'
import { useShortcuts } from '#app/admin/ui/use-shortcuts.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

interface SourceKeysOptions {
  isOn: boolean
  /** The sentence under the cursor. */
  current: JudgedSentence | undefined
  actions: SourceActions
  walk: (direction: 'next' | 'previous') => void
  /** Shows where it is done in the panel. */
  ask: (what: 'cite' | 'sign') => void
  /** Said to screen readers. */
  say: (sentence: string) => void
}

/** The keys of an article that rests on sources. */
export function useSourceKeys({ isOn, current, actions, walk, ask, say }: SourceKeysOptions): void {
  function uncite() {
    if (current) say(t(actions.uncite(current) ? 'sources.cite.taken' : 'sources.cite.none'))
  }
  const keys = [
    { key: 'k', alt: true, run: () => walk('next') },
    { key: 'k', alt: true, shift: true, run: () => walk('previous') },
    { key: 'o', alt: true, run: () => current && ask('cite') },
    { key: 'o', alt: true, shift: true, run: uncite },
    { key: 'g', alt: true, run: () => current && ask('sign') },
  ]
  useShortcuts(isOn ? keys : [])
}
