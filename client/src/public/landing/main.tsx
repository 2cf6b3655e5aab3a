import '../../shared/theme/fonts.css';
import './landing.css';
import { hydrateRoot } from 'react-dom/client';
import { Landing } from './Landing.js';

const root = document.getElementById('landing');
if (root) hydrateRoot(root, <Landing />);
