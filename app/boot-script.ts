import { HYDRATED_EVENT } from '#app/inline-parts.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, PREFERRED_LANGUAGE_KEY } from '#core/i18n/languages.ts'

const HOLD_MS = 5_000

/**
 * Runs inline before the first paint, so it is plain script text.
 * - A valid `lang` in the address is remembered; without one, a remembered language sends the reader to its address.
 * - A link with data-language remembers its language, also before the page is hydrated; one with data-replace adds no
 *   entry to the history even then.
 * - The system's dark preference sets the theme; the toggle changes it for this visit only.
 * - What is marked with data-scripted and used before the page is hydrated is held, and used again once it is, or as it
 *   would be without scripts if they do not come. However often it was used, an impatient reader means one time.
 */
export const BOOT_SCRIPT = `(()=>{
const key=${JSON.stringify(PREFERRED_LANGUAGE_KEY)},codes=${JSON.stringify(LANGUAGE_CODES)};
const remember=(code)=>{try{localStorage.setItem(key,code)}catch{}};
if(matchMedia('(prefers-color-scheme: dark)').matches)document.documentElement.classList.add('dark');
let scripted=false;
const modified=(event)=>event.metaKey||event.ctrlKey||event.shiftKey||event.altKey;
document.addEventListener('click',(event)=>{
const link=event.target.closest?.('[data-language]');
if(!link)return;
remember(link.dataset.language);
if(!scripted&&'replace' in link.dataset&&!modified(event)){event.preventDefault();location.replace(link.href)}},true);
const held=[];
const hold=(event)=>{
const target=event.target.closest?.('[data-scripted]');
if(!target||modified(event)||(target.localName==='form')!==(event.type==='submit'))return;
event.preventDefault();event.stopImmediatePropagation();
if(held.push(target)===1)setTimeout(release,${HOLD_MS})};
const release=()=>{
scripted=true;
removeEventListener('click',hold,true);removeEventListener('submit',hold,true);
for(const target of new Set(held.splice(0))){
const now=target.isConnected?target:document.querySelector('[data-scripted="'+target.dataset.scripted+'"]');
if(now?.localName==='form')now.requestSubmit();else now?.click()}};
addEventListener('click',hold,true);addEventListener('submit',hold,true);addEventListener(${JSON.stringify(HYDRATED_EVENT)},release);
const url=new URL(location.href),asked=url.searchParams.get('lang');
if(url.pathname.startsWith('/admin'))return;
if(codes.includes(asked))return remember(asked);
let saved=null;try{saved=localStorage.getItem(key)}catch{}
if(codes.includes(saved)&&saved!==${JSON.stringify(DEFAULT_LANGUAGE)}){url.searchParams.set('lang',saved);location.replace(url)}
})()`
