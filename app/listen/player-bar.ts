import { xml } from '#core/feeds/escape.ts'
import type { TranslateInPlayer } from '#core/i18n/translator.ts'

const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2]
const SLEEP_MINUTES = [5, 15, 30, 45, 60]

/** What the buttons of the bar do. */
export type BarAction = 'back' | 'toggle' | 'forward' | 'follow' | 'close'

export interface PlayerBar {
  element: HTMLElement
  button(action: BarAction): HTMLButtonElement
  onAction(action: BarAction): void
  onRate(rate: number): void
  /** Null switches the timer off. */
  onSleep(minutes: number | null): void
  showPlaying(isPlaying: boolean): void
  showPlace(number: number, total: number): void
  /** Says it to screen readers too; in the language of the page, if none is named. */
  say(text: string, language?: string): void
  showSleepOff(): void
}

const ICONS: Record<Exclude<BarAction, 'follow'> | 'pause', string> = {
  back: 'M6 5h2v14H6zM19 5v14L9 12z',
  toggle: 'M8 5v14l11-7z',
  pause: 'M7 5h4v14H7zM13 5h4v14h-4z',
  forward: 'M16 5h2v14h-2zM5 5v14l10-7z',
  close: 'M6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z',
}

/** The bar with the controls of the player, at the lower edge of the window. */
export function createPlayerBar(
  t: TranslateInPlayer,
  { language, rate }: { language: string; rate: number },
): PlayerBar {
  const element = document.createElement('section')
  element.className = 'player'
  element.lang = language
  element.setAttribute('aria-label', t('player.title'))
  const icon = (name: keyof typeof ICONS) =>
    xml`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[name]}"/></svg>`
  const button = (action: keyof typeof ICONS, label: string) =>
    xml`<button type="button" data-does="${action}" aria-label="${label}" title="${label}">${icon(action)}</button>`
  const rates = RATES.map(
    (value) =>
      xml`<option value="${String(value)}"${value === rate ? { xml: ' selected' } : null}>${value.toLocaleString(language)}×</option>`,
  )
  const minute = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  const minutes = SLEEP_MINUTES.map(
    (value) => xml`<option value="${String(value)}">${minute.format(value)}</option>`,
  )
  element.innerHTML = xml`<p role="status"></p>
<button type="button" data-does="follow" hidden>${t('player.follow')}</button>
<div>${button('back', t('player.back'))}${button('toggle', t('player.play'))}${button('forward', t('player.forward'))}
<span data-place=""></span>
<label>${t('player.speed')} <select name="speed">${rates}</select></label>
<label>${t('player.sleep')} <select name="sleep"><option value="">${t('player.sleep.off')}</option>${minutes}</select></label>
${button('close', t('player.close'))}</div>`.xml
  const find = <E extends Element>(selector: string) => element.querySelector<E>(selector) as E
  const [status, place, toggle, speed, sleep] = [
    find<HTMLElement>('[role=status]'),
    find<HTMLElement>('[data-place]'),
    find<HTMLButtonElement>('[data-does=toggle]'),
    find<HTMLSelectElement>('[name=speed]'),
    find<HTMLSelectElement>('[name=sleep]'),
  ]
  const bar: PlayerBar = {
    element,
    button: (action) => find(`[data-does=${action}]`),
    onAction: () => {},
    onRate: () => {},
    onSleep: () => {},
    showPlaying(isPlaying) {
      const label = isPlaying ? t('player.pause') : t('player.play')
      toggle.title = label
      toggle.setAttribute('aria-label', label)
      toggle.querySelector('path')?.setAttribute('d', ICONS[isPlaying ? 'pause' : 'toggle'])
    },
    showPlace(number, total) {
      place.textContent = t('player.place', { number, total })
    },
    say(text, spoken = language) {
      status.lang = spoken
      status.textContent = text
    },
    showSleepOff() {
      sleep.value = ''
    },
  }
  element.onclick = ({ target }) => {
    const action = (target as Element).closest<HTMLElement>('[data-does]')?.dataset.does
    if (action) bar.onAction(action as BarAction)
  }
  speed.onchange = () => bar.onRate(Number(speed.value))
  sleep.onchange = () => bar.onSleep(sleep.value ? Number(sleep.value) : null)
  element.onkeydown = (event) => {
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    bar.onAction(action)
  }
  return bar
}

/** Keys of the bar; those of its menus and the space bar on a button stay what they are. */
function actionOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): BarAction | null {
  if (altKey || ctrlKey || metaKey) return null
  if (key === 'Escape') return 'close'
  if (target instanceof HTMLSelectElement) return null
  return key === 'ArrowLeft' ? 'back' : key === 'ArrowRight' ? 'forward' : null
}
