import type { KeyboardEvent } from 'react'
import type { Language } from '#core/i18n/languages.ts'
import type { TranslateOnPage } from '#core/i18n/translator.ts'

const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]

export type BarAction = 'back' | 'toggle' | 'forward' | 'follow' | 'close'

/** The state that changes while the bar is shown. */
export interface BarState {
  isPlaying: boolean
  /** False while the reader looks at another place than the present block. */
  isFollowed: boolean
  /** The index of the present block. */
  index: number
  /** The message about the reading, for screen readers too, and its language. */
  said: { text: string; language: Language }
  /** The timer in minutes; null while none is set. */
  sleep: number | null
}

interface PlayerBarProps extends BarState {
  t: TranslateOnPage
  /** The language of the page. */
  language: Language
  /** The number of blocks. */
  total: number
  /** The initial rate; the menu has the one that is chosen later. */
  rate: number
  onAction(action: BarAction): void
  onRate(rate: number): void
  /** Null switches the timer off. */
  onSleep(minutes: number | null): void
}

const ICONS = {
  back: 'M6 5h2v14H6zM19 5v14L9 12z',
  play: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  forward: 'M16 5h2v14h-2zM5 5v14l10-7z',
  close: 'M6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z',
}

/** The bar with the controls of the player, at the lower edge of the window. */
export function PlayerBar({ t, language, isPlaying, isFollowed, ...props }: PlayerBarProps) {
  const { index, total, said, rate, sleep, onAction, onRate, onSleep } = props
  const minute = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const button = (action: BarAction, label: string, icon: string) => (
    <button
      type="button"
      data-does={action}
      aria-label={label}
      title={label}
      onClick={() => onAction(action)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} />
      </svg>
    </button>
  )
  const press = (event: KeyboardEvent) => {
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    onAction(action)
  }
  return (
    <section className="player" lang={language} aria-label={t('player.title')} onKeyDown={press}>
      <p role="status" lang={said.language}>
        {said.text}
      </p>
      <button type="button" data-does="follow" hidden={isFollowed} onClick={() => onAction('follow')}>
        {t('player.follow')}
      </button>
      <div>
        {button('back', t('player.back'), ICONS.back)}
        {isPlaying
          ? button('toggle', t('player.pause'), ICONS.pause)
          : button('toggle', t('player.play'), ICONS.play)}
        {button('forward', t('player.forward'), ICONS.forward)}
        <span data-place="">{t('player.place', { number: index + 1, total })}</span>
        <label>
          {t('player.speed')}{' '}
          <select name="speed" defaultValue={rate} onChange={({ target }) => onRate(Number(target.value))}>
            {RATES.map((value) => (
              <option key={value} value={value}>{`${value.toLocaleString(language)}×`}</option>
            ))}
          </select>
        </label>
        <label>
          {t('player.sleep')}{' '}
          <select
            name="sleep"
            value={sleep ?? ''}
            onChange={({ target }) => onSleep(target.value ? Number(target.value) : null)}
          >
            <option value="">{t('player.sleep.off')}</option>
            {SLEEP_MINUTES.map((value) => (
              <option key={value} value={value}>
                {minute.format(value)}
              </option>
            ))}
          </select>
        </label>
        {button('close', t('player.close'), ICONS.close)}
      </div>
    </section>
  )
}

/** Keys of the bar; those of its menus and the space bar on a button keep their meaning. */
function actionOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): BarAction | null {
  if (altKey || ctrlKey || metaKey) return null
  if (key === 'Escape') return 'close'
  if (target instanceof HTMLSelectElement) return null
  return key === 'ArrowLeft' ? 'back' : key === 'ArrowRight' ? 'forward' : null
}
