// Draws a world with WebGL: one picture, or two side by side with the same camera. It has the lights and sets the quality.
import { NeutralToneMapping, PCFSoftShadowMap, PerspectiveCamera, Scene, Vector2, WebGLRenderer } from 'three';
import type { Frame, Vector } from '../protocol';
import { fieldOfView } from './camera/orbitCamera';
import { viewpointOf } from './camera/viewpoint';
import { length, subtract } from './maths';
import type { Theme } from './palette';
import { isSoftware, QualityKeeper, type QualitySetting } from './quality';
import type { WorldRenderer } from './renderer';
import { backdrop, Stage } from './stage';
import type { Camera } from './view';

// Asked of a separate context, because antialiasing has to be chosen before the real one is made.
function deviceName(): string {
    const gl = document.createElement('canvas').getContext('webgl2');
    const extension = gl?.getExtension('WEBGL_debug_renderer_info');
    const name: unknown = extension ? gl?.getParameter(extension.UNMASKED_RENDERER_WEBGL) : '';
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    return String(name);
}

export class Painter {
    readonly scene = new Scene();
    /** Of one picture, in pixels of the page. Widths of lines are relative to it. */
    readonly pictureSize = { value: new Vector2(1, 1) };
    readonly counts = { drawCalls: 0, triangles: 0, lastFrame: -1, drawnAt: 0 };
    private readonly gl: WebGLRenderer | null;
    private readonly isQuick: boolean;
    private readonly stage = new Stage();
    private readonly camera = new PerspectiveCamera(fieldOfView);
    private readonly quality: QualityKeeper;
    private theme: Theme = 'dark';
    private background = '';
    private drawings: number[] = []; // times within the last second
    private canHaveShadows = false;
    private drewShadows = false;
    private isLost = false;
    private width = 1;
    private height = 1;
    private pixelRatio = 0;

    constructor(
        private readonly element: HTMLElement,
        private readonly canvas: HTMLCanvasElement,
        setting: QualitySetting,
    ) {
        const hasDevice = !isSoftware(deviceName());
        this.quality = new QualityKeeper(setting, hasDevice);
        this.isQuick = hasDevice || setting === 'best';
        this.gl = this.open(this.isQuick);
        this.scene.add(this.stage.group);
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.stage.setTheme(theme);
    }

    resize(width: number, height: number): void {
        this.width = Math.max(1, width);
        this.height = Math.max(1, height);
        this.pixelRatio = 0; // so that the next picture sets the size
    }

    loseContext(): void {
        this.isLost = true;
    }

    /** The context is back: everything is uploaded again with the next picture. */
    restoreContext(): void {
        this.isLost = false;
    }

    took(milliseconds: number): void {
        this.quality.took(milliseconds);
    }

    wantsStill(): boolean {
        const best = this.quality.atRest();
        return (
            this.pixelRatio < Math.min(best.pixelRatio, window.devicePixelRatio) ||
            (this.canHaveShadows && best.hasShadows && !this.drewShadows)
        );
    }

    framesPerSecond(): number {
        const now = performance.now();
        this.drawings = this.drawings.filter((at) => now - at < 1000);
        return this.drawings.length;
    }

    draw(world: WorldRenderer, camera: Camera, forward: Vector, roles: Frame['role'][], isStill: boolean): void {
        const { gl } = this;
        if (!gl || this.isLost) {
            return;
        }
        const quality = isStill ? this.quality.atRest() : this.quality.now();
        // The first picture is drawn without shadows, so that it comes sooner.
        this.drewShadows = quality.hasShadows && this.counts.drawnAt > 0;
        this.setPixelRatio(gl, Math.min(quality.pixelRatio, window.devicePixelRatio));
        const surroundings = world.surroundings();
        this.setBackground(backdrop(this.theme, surroundings.sun !== null || surroundings.isFlat));
        const distance = length(subtract(camera.eye, camera.target));
        const { bounds } = surroundings;
        const extent = bounds ? length(subtract(camera.eye, bounds.center)) + bounds.radius : 0;
        // Far enough for strays; nothing nearer than a hundredth of the distance to the target is drawn.
        const far = Math.max(distance * 20, extent * 4);
        this.canHaveShadows = this.stage.arrange(surroundings, camera, distance, far, this.drewShadows);

        const width = this.width / roles.length;
        this.pictureSize.value.set(width, this.height);
        this.camera.aspect = width / this.height;
        this.camera.near = distance * 0.01;
        this.camera.far = far;
        this.camera.position.set(...camera.eye);
        this.camera.lookAt(...camera.target);
        this.camera.updateProjectionMatrix();
        const viewpoint = viewpointOf(camera, forward, this.height);

        gl.info.reset();
        gl.setScissorTest(roles.length > 1);
        roles.forEach((role, i) => {
            world.prepare({
                role,
                viewpoint,
                target: camera.target,
                distance,
                hasShadows: this.canHaveShadows && this.drewShadows,
                width,
                height: this.height,
                pixelRatio: this.pixelRatio,
                isQuick: this.isQuick,
            });
            gl.setViewport(i * width, 0, width, this.height);
            gl.setScissor(i * width, 0, width, this.height);
            gl.render(this.scene, this.camera);
        });
        this.count(gl, world);
    }

    dispose(): void {
        this.stage.dispose();
        this.gl?.dispose();
    }

    private count(gl: WebGLRenderer, world: WorldRenderer): void {
        const now = performance.now();
        this.drawings = this.drawings.filter((at) => now - at < 1000);
        this.drawings.push(now);
        this.counts.drawCalls = gl.info.render.calls;
        this.counts.triangles = gl.info.render.triangles;
        this.counts.lastFrame = world.shown()?.frame ?? -1;
        this.counts.drawnAt = now;
    }

    private setPixelRatio(gl: WebGLRenderer, ratio: number): void {
        if (ratio !== this.pixelRatio) {
            this.pixelRatio = ratio;
            gl.setPixelRatio(ratio);
            gl.setSize(this.width, this.height, false);
        }
    }

    private setBackground(background: string): void {
        if (background !== this.background) {
            this.background = background;
            this.element.style.background = background;
        }
    }

    // Without WebGL the rest of the page still works, and a message says why there is no picture.
    private open(antialias: boolean): WebGLRenderer | null {
        try {
            const gl = new WebGLRenderer({ canvas: this.canvas, antialias, alpha: true });
            gl.setClearColor(0x000000, 0);
            gl.toneMapping = NeutralToneMapping;
            gl.shadowMap.enabled = true;
            gl.shadowMap.type = PCFSoftShadowMap;
            gl.info.autoReset = false;
            return gl;
        } catch {
            const message = document.createElement('p');
            message.textContent = 'There is no picture because this browser does not offer WebGL 2.';
            Object.assign(message.style, {
                position: 'absolute',
                inset: '0',
                margin: 'auto',
                height: '1.5em',
                textAlign: 'center',
                font: '14px system-ui, sans-serif',
                color: '#8b929c',
            });
            this.element.append(message);
            return null;
        }
    }
}
