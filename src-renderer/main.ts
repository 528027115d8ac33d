import { mount } from 'svelte'
import App from './app/App.svelte'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/tables.css'
import './styles/tabs.css'

const target = document.getElementById('app')
if (target === null) throw new Error('The page has no place for the app.')
mount(App, { target })
