// Draws walls. Their geometry changes only with the theme.
import { BufferAttribute, BufferGeometry, Group, Mesh, ShaderMaterial } from 'three';
import type { Wall } from '../../protocol';
import type { Theme } from '../palette';
import { InstancedShape } from '../plane/instancedShape';
import type { Window2D } from '../plane/window';
import { solidTone } from './shading';
import { pegLook, strokeLook } from './wallLooks';
import { sceneryOf } from './walls';

export class WallLayer {
    readonly group = new Group();
    private readonly strokes = new InstancedShape(strokeLook, -7);
    private readonly pegs = new InstancedShape(pegLook, -8);
    private readonly fillLight = { value: false };
    private readonly fill = new Mesh(
        new BufferGeometry(),
        new ShaderMaterial({
            vertexShader: `
            attribute vec3 tint;
            varying vec3 vTint;
            void main() {
                vTint = tint;
                gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
            }`,
            fragmentShader: `
            uniform bool isLight;
            varying vec3 vTint;
            ${solidTone}
            void main() {
                gl_FragColor = vec4(solidTone(vTint), 1.0);
            }`,
            uniforms: { isLight: this.fillLight },
            depthTest: false,
            depthWrite: false,
            transparent: true,
        }),
    );

    constructor(private readonly walls: Wall[]) {
        this.fill.frustumCulled = false;
        this.fill.renderOrder = -9;
        this.fill.visible = false;
        this.group.add(this.fill, this.pegs.mesh, this.strokes.mesh);
    }

    setTheme(theme: Theme): void {
        const { x, y, strokes, pegs, filling } = sceneryOf(this.walls, theme);
        this.group.position.set(x, y, 0);
        this.strokes.fill(strokes);
        this.pegs.fill(pegs);
        [this.strokes, this.pegs].forEach((part) => part.setLight(theme === 'light'));
        this.fillLight.value = theme === 'light';
        this.fill.geometry.dispose();
        this.fill.geometry.setAttribute('position', new BufferAttribute(filling.positions, 3));
        this.fill.geometry.setAttribute('tint', new BufferAttribute(filling.colours, 3));
        this.fill.visible = filling.positions.length > 0;
    }

    show(view: Window2D): void {
        [this.strokes, this.pegs].forEach((part) => part.setWindow(view));
    }

    dispose(): void {
        [this.strokes, this.pegs].forEach((part) => part.dispose());
        this.fill.geometry.dispose();
        this.fill.material.dispose();
    }
}
