import type { Language } from '#core/i18n/languages.ts'

interface DateWords {
  /** From Sunday on; each as a pattern, the long form first. */
  weekdays: string[]
  /** What a finding says. */
  names: string[]
  months: string[]
  /** What may stand between the weekday and the date. */
  between: string
}

export const DATE_WORDS: Record<Language, DateWords> = {
  en: {
    weekdays: ['sunday|sun', 'monday|mon', 'tuesday|tues?', 'wednesday|wed', 'thursday|thurs?|thu', 'friday|fri', 'saturday|sat'],
    names: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    months: ['january|jan', 'february|feb', 'march|mar', 'april|apr', 'may', 'june|jun', 'july|jul', 'august|aug', 'september|sept?', 'october|oct', 'november|nov', 'december|dec'],
    between: 'the|on',
  },
  es: {
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    names: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    months: ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto', 'septiembre|setiembre', 'octubre', 'noviembre', 'diciembre'],
    between: 'día|el',
  },
  fr: {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    names: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre', 'novembre', 'décembre'],
    between: 'le',
  },
  de: {
    weekdays: ['sonntag|so', 'montag|mo', 'dienstag|di', 'mittwoch|mi', 'donnerstag|do', 'freitag|fr', 'samstag|sonnabend|sa'],
    names: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
    months: ['januar|jänner|jan', 'februar|feb', 'märz|mär', 'april|apr', 'mai', 'juni|jun', 'juli|jul', 'august|aug', 'september|sept?', 'oktober|okt', 'november|nov', 'dezember|dez'],
    between: 'dem|den|der',
  },
  it: {
    weekdays: ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'],
    names: ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato'],
    months: ['gennaio', 'febbraio', 'marzo', 'aprile', 'maggio', 'giugno', 'luglio', 'agosto', 'settembre', 'ottobre', 'novembre', 'dicembre'],
    between: 'il|giorno',
  },
  pt: {
    weekdays: ['domingo', 'segunda(?:-feira)?', 'terça(?:-feira)?', 'quarta(?:-feira)?', 'quinta(?:-feira)?', 'sexta(?:-feira)?', 'sábado'],
    names: ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado'],
    months: ['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
    between: 'dia|o',
  },
}
