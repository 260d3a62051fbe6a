import type { SpeechWords } from '#core/speech/speech-words.ts'

const ADDRESS =
  /(?:https?:\/\/|www\.)[^\s<>"“”«»]{1,2000}|[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,8}/giu

/** Reads the host of an address on the web, and an address of mail whole. */
export function sayAddresses(text: string, words: SpeechWords): string {
  return text.replace(ADDRESS, (found) => {
    const [, end = ''] = /([.,;:!?)\]]*)$/.exec(found) ?? []
    return sayAddress(found.slice(0, found.length - end.length), words) + end
  })
}

export function sayAddress(address: string, { at, dot, dash }: SpeechWords): string {
  const [name, host] =
    address.includes('@') && !/^https?:/i.test(address)
      ? address.replace(/^mailto:/, '').split('@')
      : [null, hostOf(address)]
  const said = (part = '') =>
    part.replaceAll('.', ` ${dot} `).replaceAll('-', ` ${dash} `).replaceAll('_', ' ')
  return name === null ? said(host) : `${said(name)} ${at} ${said(host)}`
}

function hostOf(address: string): string {
  return address
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#:].*$/s, '')
    .replace(/^www\./i, '')
}
