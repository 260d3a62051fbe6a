import sharp from 'sharp'
import { readdirSync, readFileSync, mkdirSync } from 'node:fs'
import { createImageRoutes } from '#server/images/image-routes.ts'
import { createImageWorker } from '#server/images/worker/image-worker.ts'
import { createLog } from '#server/log.ts'
import { parse } from 'yaml'
const D='/work/main/supabase/demo/'; const head=(f:string)=>parse(/^---\n([\s\S]*?)\n---/.exec(readFileSync(f,'utf8'))![1]!)
const app=createImageRoutes({dataDir:'/tmp/imglab/real',source:async()=>null,worker:createImageWorker(),log:createLog('info'),findArticle:async(l,s)=>{const h=head(`${D}${l}/${s}.md`);return {title:h.title,category:h.category??head(`${D}en/${h.translation_of}.md`).category}}})
const imgs:Buffer[]=[]; const sizes:number[]=[]
const offset=Number(process.argv[2]??0)
for(const l of ['en','de','fr','es','it','pt']){const all=readdirSync(D+l).filter(f=>f.endsWith('.md'));for(const k of [0,1]){const r=await app.request(`/share/${l}/${all[(offset*2+k*3)%all.length]!.replace('.md','')}.png`);const b=Buffer.from(await r.arrayBuffer());sizes.push(b.length);imgs.push(b)}}
let max=0; for(const l of ['en','de','fr','es','it','pt'])for(const f of readdirSync(D+l).filter(f=>f.endsWith('.md'))){const r=await app.request(`/share/${l}/${f.replace('.md','')}.png`);max=Math.max(max,(await r.arrayBuffer()).byteLength)}
console.log('max of all demo',max)
const thumbs=await Promise.all(imgs.map(b=>sharp(b).resize(600).png().toBuffer()))
await sharp({create:{width:1230,height:10+Math.ceil(thumbs.length/2)*325,channels:3,background:'#fff'}}).composite(thumbs.map((input,i)=>({input,left:10+(i%2)*610,top:10+Math.floor(i/2)*325}))).png().toFile('/tmp/imglab/sheet.png')
