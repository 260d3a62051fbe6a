import { DEFAULT_LANGUAGE, LANGUAGE_CODES, PREFERRED_LANGUAGE_KEY } from '#core/i18n/languages.ts'

/**
 * Runs inline before the first paint, so it is plain script text.
 * - A valid `lang` in the address is remembered; without one, a remembered language sends the reader to its address.
 * - A link with data-language remembers its language, also before the page is hydrated.
 * - The system's dark preference sets the theme; the toggle changes it for this visit only.
 */
export const BOOT_SCRIPT = `(()=>{
const key=${JSON.stringify(PREFERRED_LANGUAGE_KEY)},codes=${JSON.stringify(LANGUAGE_CODES)};
const remember=(code)=>{try{localStorage.setItem(key,code)}catch{}};
if(matchMedia('(prefers-color-scheme: dark)').matches)document.documentElement.classList.add('dark');
document.addEventListener('click',(event)=>{const link=event.target.closest?.('[data-language]');if(link)remember(link.dataset.language)},true);
const url=new URL(location.href),asked=url.searchParams.get('lang');
if(url.pathname.startsWith('/admin'))return;
if(codes.includes(asked))return remember(asked);
let saved=null;try{saved=localStorage.getItem(key)}catch{}
if(codes.includes(saved)&&saved!==${JSON.stringify(DEFAULT_LANGUAGE)}){url.searchParams.set('lang',saved);location.replace(url)}
})()`
