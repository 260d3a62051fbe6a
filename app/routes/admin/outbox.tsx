import { useTranslation } from '#app/hooks/use-translation.ts'
export default function Page() { const { t } = useTranslation(); return <h1>{t('site.name')}</h1> }
