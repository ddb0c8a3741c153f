import './look/tokens.css'
import './look/base.css'
import './look/parts.css'
import './look/plots.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/client.ts'
import { applyTheme, keptTheme } from './look/theme.ts'
import { router } from './router.tsx'

applyTheme(keptTheme())
const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place for the workbench')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
